// Chunks are found by their id.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT chunk_id IF NOT EXISTS
FOR (chunk:Chunk) REQUIRE chunk.id IS UNIQUE
