// The same as memory/nearest for servers before 2026.02, which know no SEARCH.
// mode:   read
// params: user_id, id, candidates
// rows:   id, cosine
MATCH (own:Chunk {user_id: $user_id})-[:PART_OF]->(memory:Memory {id: $id, user_id: $user_id})
WHERE own.ordinal = 0 AND own.embedding IS NOT NULL
CALL (own, memory) {
  CALL db.index.vector.queryNodes('chunk_embedding', $candidates, own.embedding)
  YIELD node AS chunk, score
  WITH memory, chunk, score
  WHERE chunk:Chunk AND chunk.user_id = $user_id AND chunk.status = 'active'
  MATCH (chunk)-[:PART_OF]->(other:Memory {user_id: $user_id})
  WHERE other <> memory AND coalesce(other.speaker, '') = coalesce(memory.speaker, '')
  RETURN other.id AS id, 2 * score - 1 AS cosine
}
RETURN id, cosine
ORDER BY cosine DESC, id
LIMIT 1
