// Finds chunks by meaning, filtered inside the index.
// mode:   schema
// params: dimensions
// rows:
CYPHER 25
CREATE VECTOR INDEX chunk_embedding IF NOT EXISTS
FOR (chunk:Chunk) ON chunk.embedding
WITH [chunk.user_id, chunk.status, chunk.project, chunk.category, chunk.session_id, chunk.created_at]
// Set explicitly: the default changed to binary in 2026.08, which loses most on few dimensions.
OPTIONS {indexConfig: {`vector.dimensions`: toInteger($dimensions), `vector.similarity_function`: 'cosine',
                       `vector.quantization.type`: 'scalar'}}
