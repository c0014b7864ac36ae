// Gives the chunks of memories their vectors, where these and the turns beside them are as they were when read.
// mode:   write
// params: user_id, memories
// rows:   chunks
MATCH (user:User {id: $user_id})
SET user.lock = true
WITH user
UNWIND $memories AS row
MATCH (own:Memory {id: row.id, user_id: $user_id})
WHERE own.status = row.status AND toString(own.updated_at) = row.stamp
CALL (own, row) {
  UNWIND row.chunks AS piece
  MATCH (chunk:Chunk {id: piece.id, user_id: $user_id})-[:PART_OF]->(own)
  WHERE chunk.start = piece.start AND chunk.end = piece.end
  CALL (own, chunk) {
    // include: reembedding/_near
    // Whether the vector that is read took it in.
    RETURN collect(seen + CASE WHEN near.embedding_b IS NULL AND near.kept_embedding_b IS NULL THEN ' waits' ELSE '' END) AS turns
  }
  WITH own, chunk, piece, turns
  WHERE turns = piece.near
  SET chunk.sentences = piece.packed, chunk.own_embedding = piece.own
  SET chunk.kept_embedding = CASE own.status WHEN 'archived' THEN piece.vector END
  WITH own, chunk, piece
  CALL (own, chunk, piece) {
    WITH own, chunk, piece
    WHERE own.status <> 'archived'
    CALL db.create.setNodeVectorProperty(chunk, 'embedding', piece.vector)
  }
  RETURN count(*) AS written
}
RETURN sum(written) AS chunks
