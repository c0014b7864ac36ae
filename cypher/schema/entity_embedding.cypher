// Finds entities by meaning, filtered inside the index.
// mode:   schema
// params: dimensions
// rows:
CYPHER 25
CREATE VECTOR INDEX entity_embedding IF NOT EXISTS
FOR (entity:Entity) ON entity.embedding
WITH [entity.user_id, entity.type]
OPTIONS {indexConfig: {`vector.dimensions`: toInteger($dimensions), `vector.similarity_function`: 'cosine',
                       `vector.quantization.type`: 'scalar'}}
