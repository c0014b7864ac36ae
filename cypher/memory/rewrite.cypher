// Rewrites the index words and vectors of chunks: of chat turns whose neighbours came, of memories understood later.
// mode:   write
// params: user_id, chunks
// rows:   rewritten
CYPHER 25
UNWIND $chunks AS row
MATCH (chunk:Chunk {id: row.id, user_id: $user_id})
SET chunk += row.properties
WITH chunk, row
CALL (chunk, row) {
  WITH chunk, row
  WHERE row.embedding IS NOT NULL
  CALL db.create.setNodeVectorProperty(chunk, 'embedding', row.embedding)
}
RETURN count(*) AS rewritten
