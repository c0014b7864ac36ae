// Chunks that the full-text index has for a user and that belong to no memory.
// mode:   read
// params: user_id, query, limit
// rows:   id
CALL db.index.fulltext.queryNodes('chunk_terms', $query) YIELD node
WITH node AS chunk
WHERE chunk.user_id = $user_id AND NOT EXISTS { (chunk)-[:PART_OF]->(:Memory) }
RETURN chunk.id AS id
ORDER BY id
LIMIT $limit
