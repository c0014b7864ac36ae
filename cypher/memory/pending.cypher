// The oldest memories of the backlog, whose they are, and the own vectors of the turns before them.
// mode:   read
// params: limit
// rows:   memory, tail
MATCH (memory:Memory {pending: true})
WITH memory
ORDER BY memory.created_at, memory.id
LIMIT $limit
CALL (memory) {
  OPTIONAL MATCH (first:Chunk {ordinal: 0, user_id: memory.user_id})-[:PART_OF]->(memory)
  OPTIONAL MATCH (first)<-[:NEXT*1..4]-(chunk:Chunk {user_id: memory.user_id, session_id: memory.session_id})
  WHERE memory.speaker IS NOT NULL AND chunk.own_embedding IS NOT NULL
  WITH chunk
  ORDER BY chunk.id
  RETURN collect(CASE WHEN chunk IS NOT NULL THEN {id: chunk.id, vector: chunk.own_embedding} END) AS tail
}
RETURN memory {.*} AS memory, tail
