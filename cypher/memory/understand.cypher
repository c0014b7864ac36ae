// Gives memories of the backlog their vectors and takes them off it; counts those, and turns near them, that are as they were.
// mode:   write
// params: user_id, memories, chunks, beside, now
// rows:   understood, near
MATCH (user:User {id: $user_id})
SET user.lock = true
SET user.writes = user.writes + 1
WITH user
CALL () {
  UNWIND $chunks AS row
  MATCH (chunk:Chunk {id: row.id, user_id: $user_id})
  // What was archived meanwhile stays out of the index.
  WITH chunk, row, EXISTS { (chunk)-[:PART_OF]->(:Memory {user_id: $user_id, status: 'archived'}) } AS archived
  SET chunk += row.properties,
      chunk.kept_embedding = CASE WHEN archived THEN row.vector ELSE chunk.kept_embedding END
  // include: memory/_other_side_emptied
  WITH chunk, row, archived
  CALL (chunk, row, archived) {
    WITH chunk, row, archived
    WHERE NOT archived
    CALL db.create.setNodeVectorProperty(chunk, 'embedding', row.vector)
  }
  RETURN count(*) AS embedded
}
CALL () {
  UNWIND $memories AS row
  MATCH (memory:Memory {id: row.id, user_id: $user_id, content_hash: row.content_hash})
  WHERE memory.pending
  SET memory.pending = null, memory.understood_at = $now, memory.fallback = row.fallback,
      memory.kind = row.kind
  RETURN count(*) AS understood
}
CALL () {
  UNWIND $beside AS row
  MATCH (:Chunk {id: row.id, user_id: $user_id})-[:PART_OF]->(:Memory {user_id: $user_id, content_hash: row.hash})
  RETURN count(*) AS near
}
RETURN understood, near
