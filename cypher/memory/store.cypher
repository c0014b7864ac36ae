// Writes memories with their chunks. A memory that another writer stored meanwhile is left as it is.
// mode:   write
// params: user_id, memories, now
// rows:   given, id, created
// Writing to the user first takes its lock until the commit: writers of one user follow each other and never deadlock.
MERGE (user:User {id: $user_id})
ON CREATE SET user.created_at = $now, user.writes = 0, user.chunk_count = 0
SET user.writes = user.writes + 1
WITH user
UNWIND $memories AS row
MERGE (memory:Memory {user_id: $user_id, content_hash: row.content_hash, session_id: row.session_id})
ON CREATE SET memory += row.properties, memory.id = row.id
WITH user, row, memory, memory.id = row.id AS created
CALL (user, row, memory, created) {
  WITH user, row, memory
  WHERE created
  UNWIND row.chunks AS piece
  MERGE (chunk:Chunk {id: piece.id})
  ON CREATE SET chunk += piece.properties, user.chunk_count = user.chunk_count + 1
  MERGE (chunk)-[:PART_OF]->(memory)
  WITH chunk, piece
  CALL (chunk, piece) {
    WITH chunk, piece
    WHERE piece.embedding IS NOT NULL
    CALL db.create.setNodeVectorProperty(chunk, 'embedding', piece.embedding)
  }
  RETURN count(*) AS chunks
}
RETURN row.id AS given, memory.id AS id, created
