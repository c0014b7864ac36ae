// Finds chunks by meaning on servers before 2026.02, which cannot filter inside the index.
// mode:   schema
// params: dimensions
// rows:
CREATE VECTOR INDEX chunk_embedding IF NOT EXISTS
FOR (chunk:Chunk) ON chunk.embedding
OPTIONS {indexConfig: {`vector.dimensions`: toInteger($dimensions), `vector.similarity_function`: 'cosine'}}
