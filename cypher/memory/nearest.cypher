// The memory of the same speaker nearest to a memory of one user, to tell whether both say the same.
// mode:   read
// params: user_id, id
// rows:   id, cosine
CYPHER 25
MATCH (own:Chunk {user_id: $user_id})-[:PART_OF]->(memory:Memory {id: $id, user_id: $user_id})
WHERE own.ordinal = 0 AND own.embedding IS NOT NULL
CALL (own, memory) {
  MATCH (chunk:Chunk)
    SEARCH chunk IN (VECTOR INDEX chunk_embedding FOR own.embedding
                     WHERE chunk.user_id = $user_id AND chunk.status = 'active'
                     LIMIT 5) SCORE AS score
  MATCH (chunk)-[:PART_OF]->(other:Memory {user_id: $user_id})
  WHERE other <> memory AND coalesce(other.speaker, '') = coalesce(memory.speaker, '')
  RETURN other.id AS id, 2 * score - 1 AS cosine
}
RETURN id, cosine
ORDER BY cosine DESC, id
LIMIT 1
