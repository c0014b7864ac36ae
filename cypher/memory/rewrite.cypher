// Rewrites what the indexes hold of some chunks: their words, their vectors, what they keep of themselves.
// mode:   write
// params: user_id, chunks
// rows:   rewritten
UNWIND $chunks AS row
MATCH (chunk:Chunk {id: row.id, user_id: $user_id})
SET chunk += row.properties
WITH chunk, row
CALL (chunk, row) {
  WITH chunk, row
  WHERE row.vector IS NOT NULL OR row.properties.kept_embedding IS NOT NULL
  // include: memory/_other_side_emptied
}
CALL (chunk, row) {
  WITH chunk, row
  WHERE row.vector IS NOT NULL
  CALL db.create.setNodeVectorProperty(chunk, 'embedding', row.vector)
}
RETURN count(*) AS rewritten
