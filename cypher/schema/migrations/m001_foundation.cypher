// The identities, indexes and types that every database begins with.

// name: user_id
// One node a user.
CREATE CONSTRAINT user_id IF NOT EXISTS
FOR (user:User) REQUIRE user.id IS UNIQUE;

// name: memory_id
// Memories are found by their id.
CREATE CONSTRAINT memory_id IF NOT EXISTS
FOR (memory:Memory) REQUIRE memory.id IS UNIQUE;

// name: memory_identity
// The same text of one user in one session is the same memory: what makes remembering repeatable.
CREATE CONSTRAINT memory_identity IF NOT EXISTS
FOR (memory:Memory) REQUIRE (memory.user_id, memory.content_hash, memory.session_id) IS UNIQUE;

// name: chunk_id
// Chunks are found by their id.
CREATE CONSTRAINT chunk_id IF NOT EXISTS
FOR (chunk:Chunk) REQUIRE chunk.id IS UNIQUE;

// name: entity_id
// Entities are found by their id.
CREATE CONSTRAINT entity_id IF NOT EXISTS
FOR (entity:Entity) REQUIRE (entity.user_id, entity.id) IS UNIQUE;

// name: fact_id
// Facts are found by their id.
CREATE CONSTRAINT fact_id IF NOT EXISTS
FOR (fact:Fact) REQUIRE fact.id IS UNIQUE;

// name: session_identity
// One node a conversation of a user.
CREATE CONSTRAINT session_identity IF NOT EXISTS
FOR (session:Session) REQUIRE (session.user_id, session.id) IS UNIQUE;

// name: project_identity
// One node a project path of a user.
CREATE CONSTRAINT project_identity IF NOT EXISTS
FOR (project:Project) REQUIRE (project.user_id, project.path) IS UNIQUE;

// name: category_identity
// One node a category path of a user.
CREATE CONSTRAINT category_identity IF NOT EXISTS
FOR (category:Category) REQUIRE (category.user_id, category.path) IS UNIQUE;

// name: entity_type_identity
// One row for each entity type of the system or of a user.
CREATE CONSTRAINT entity_type_identity IF NOT EXISTS
FOR (type:EntityType) REQUIRE (type.user_id, type.name) IS UNIQUE;

// name: relation_type_identity
// One row for each relation type of the system or of a user.
CREATE CONSTRAINT relation_type_identity IF NOT EXISTS
FOR (type:RelationType) REQUIRE (type.user_id, type.name) IS UNIQUE;

// name: migration_name
// Each migration is applied once.
CREATE CONSTRAINT migration_name IF NOT EXISTS
FOR (migration:Migration) REQUIRE migration.name IS UNIQUE;

// name: embedding_model_slot
// One record says which model made the vectors.
CREATE CONSTRAINT embedding_model_slot IF NOT EXISTS
FOR (model:EmbeddingModel) REQUIRE model.slot IS UNIQUE;

// name: entity_identity
// One entity for each name and type of a user.
CREATE CONSTRAINT entity_identity IF NOT EXISTS
FOR (entity:Entity) REQUIRE (entity.user_id, entity.key, entity.type) IS UNIQUE;

// name: name_identity
// One node for each normalised name a user's entities go by.
CREATE CONSTRAINT name_identity IF NOT EXISTS
FOR (name:Name) REQUIRE (name.user_id, name.key) IS UNIQUE;

// name: memory_created
// Lists memories by the time they were kept.
CREATE INDEX memory_created IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.created_at);

// name: memory_occurred
// Lists memories by the time they speak of.
CREATE INDEX memory_occurred IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.occurred_at);

// name: memory_importance
// Lists memories by importance.
CREATE INDEX memory_importance IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.importance);

// name: memory_near
// Finds memories that say the same but for case, width and punctuation.
CREATE INDEX memory_near IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.near_hash);

// name: memory_duplicate
// Finds the memories that were flagged as saying the same as another.
CREATE INDEX memory_duplicate IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.duplicate_of);

// name: name_version
// Finds the names that are newer than those a process has seen.
CREATE INDEX name_version IF NOT EXISTS
FOR (name:Name) ON (name.user_id, name.version);

// name: event_user
// Lists what happened to a user's memories.
CREATE INDEX event_user IF NOT EXISTS
FOR (event:Event) ON (event.user_id, event.at);

// name: chunk_words
// Finds chunks by the tokens that were made in Python; facets hold one token a filter.
CREATE FULLTEXT INDEX chunk_words IF NOT EXISTS
FOR (chunk:Chunk) ON EACH [chunk.words_en, chunk.words_ja, chunk.turn_words_en, chunk.turn_words_ja, chunk.facets]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}};

// name: chunk_text
// Finds chunks by their raw text, in Japanese by pairs of characters.
CREATE FULLTEXT INDEX chunk_text IF NOT EXISTS
FOR (chunk:Chunk) ON EACH [chunk.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk', `fulltext.eventually_consistent`: false}};

// name: entity_names
// Finds entities by their names and aliases.
CREATE FULLTEXT INDEX entity_names IF NOT EXISTS
FOR (entity:Entity) ON EACH [entity.name, entity.aliases]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk', `fulltext.eventually_consistent`: false}};

// name: chunk_embedding
// Finds chunks by meaning, filtered inside the index.
// params: dimensions
CYPHER 25
CREATE VECTOR INDEX chunk_embedding IF NOT EXISTS
FOR (chunk:Chunk) ON chunk.embedding
WITH [chunk.user_id, chunk.status, chunk.project, chunk.category, chunk.session_id, chunk.created_at]
// Set explicitly: the default changed to binary in 2026.08, which loses most on few dimensions.
OPTIONS {indexConfig: {`vector.dimensions`: toInteger($dimensions), `vector.similarity_function`: 'cosine',
                       `vector.quantization.type`: 'scalar'}};

// name: entity_embedding
// Finds entities by meaning, filtered inside the index.
// params: dimensions
CYPHER 25
CREATE VECTOR INDEX entity_embedding IF NOT EXISTS
FOR (entity:Entity) ON entity.embedding
WITH [entity.user_id, entity.type]
OPTIONS {indexConfig: {`vector.dimensions`: toInteger($dimensions), `vector.similarity_function`: 'cosine',
                       `vector.quantization.type`: 'scalar'}};

// name: seed_types
// Writes the system's entity and relation types, leaving what users changed on theirs alone.
// mode: write
// params: entity_types, relation_types
// rows: types
CALL () {
  UNWIND $entity_types AS row
  MERGE (type:EntityType {user_id: '*', name: row.name})
  SET type += row
  RETURN count(*) AS entities
}
CALL () {
  UNWIND $relation_types AS row
  MERGE (type:RelationType {user_id: '*', name: row.name})
  SET type += row
  RETURN count(*) AS relations
}
RETURN entities + relations AS types;
