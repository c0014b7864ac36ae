// Moves memories of a category into another, with the copies of its path, as many as may be in one transaction.
// mode:   write
// params: user_id, path, into, tokens, into_tokens, limit
// rows:   moved
MATCH (memory:Memory {user_id: $user_id, category: $path})
WHERE memory.created_at IS NOT NULL
WITH memory
LIMIT $limit
SET memory.category = $into
WITH memory
CALL (memory) {
  MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
  SET chunk.category = $into
  // include: schema/_exchanged_tokens
}
RETURN count(memory) AS moved
