// The memory nearest to a vector, to tell whether a new memory says the same as an old one.
// mode:   read
// params: user_id, vector, except_id
// rows:   id, cosine
CYPHER 25
MATCH (chunk:Chunk)
  SEARCH chunk IN (VECTOR INDEX chunk_embedding FOR $vector
                   WHERE chunk.user_id = $user_id AND chunk.status = 'active'
                   LIMIT 2) SCORE AS score
MATCH (chunk)-[:PART_OF]->(memory:Memory {user_id: $user_id})
WHERE memory.id <> $except_id
RETURN memory.id AS id, 2 * score - 1 AS cosine
ORDER BY score DESC
LIMIT 1
