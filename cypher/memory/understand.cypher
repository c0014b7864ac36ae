// Gives memories of the backlog their vectors and takes them off the backlog.
// mode:   write
// params: user_id, memory_ids, chunks, now
// rows:   understood
MATCH (user:User {id: $user_id})
SET user.writes = user.writes + 1
WITH user
CALL () {
  UNWIND $chunks AS row
  MATCH (chunk:Chunk {id: row.id, user_id: $user_id})
  SET chunk += row.properties
  WITH chunk, row
  CALL db.create.setNodeVectorProperty(chunk, 'embedding', row.embedding)
  RETURN count(*) AS embedded
}
CALL () {
  UNWIND $memory_ids AS memory_id
  MATCH (memory:Memory {id: memory_id, user_id: $user_id})
  SET memory.pending = null, memory.understood_at = $now
  RETURN count(*) AS understood
}
RETURN understood
