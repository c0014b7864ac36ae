// Gives memories and their chunks new words, vectors, filters and keywords, where they are as they were when read.
// mode:   write
// params: user_id, memories, same, now
// rows:   id, chunks
MATCH (user:User {id: $user_id})
SET user.lock = true
SET user.writes = user.writes + 1
WITH user
UNWIND $memories AS row
MATCH (memory:Memory {id: row.id, user_id: $user_id})
WHERE memory.content_hash = row.content_hash AND memory.status = row.status AND memory.pending IS NULL
SET memory += row.properties, memory.indexed_at = $now
WITH memory, row
CALL (memory, row) {
  UNWIND row.chunks AS piece
  MATCH (chunk:Chunk {id: piece.id, user_id: $user_id})-[:PART_OF]->(memory)
  // What comes out as it was is not written: the full-text index would weigh its words as twice there until it merges.
  FOREACH (_ IN CASE WHEN any(key IN keys(piece.properties)
                              WHERE NOT coalesce(chunk[key] = piece.properties[key], chunk[key] IS NULL AND piece.properties[key] IS NULL))
                THEN [1] ELSE [] END |
    SET chunk += piece.properties)
  WITH chunk, piece
  CALL (chunk, piece) {
    WITH chunk, piece
    WHERE piece.vector IS NOT NULL
      AND CASE WHEN size(chunk.embedding) = size(piece.vector)
          THEN vector.similarity.cosine(chunk.embedding, piece.vector) < $same ELSE true END
    // include: memory/_other_side_emptied
    WITH chunk, piece
    CALL db.create.setNodeVectorProperty(chunk, 'embedding', piece.vector)
  }
  RETURN count(*) AS chunks
}
RETURN memory.id AS id, chunks
