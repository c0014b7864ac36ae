// Finds entities by meaning on servers before 2026.02, which cannot filter inside the index.
// mode:   schema
// params: dimensions
// rows:
CREATE VECTOR INDEX entity_embedding IF NOT EXISTS
FOR (entity:Entity) ON entity.embedding
OPTIONS {indexConfig: {`vector.dimensions`: toInteger($dimensions), `vector.similarity_function`: 'cosine'}}
