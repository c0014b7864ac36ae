// Names keep their type and the ties that came by them: entities are sets of names, and can be split again.

// name: drop_entity_identity
// Gives up that the name and the type of an entity are its identity.
DROP CONSTRAINT entity_identity IF EXISTS;

// name: drop_name_identity
// Gives up that a name is one node whatever its type.
DROP CONSTRAINT name_identity IF EXISTS;

// name: name_key
// Finds names by their normalised form, whatever their type.
CREATE INDEX name_key IF NOT EXISTS
FOR (name:Name) ON (name.user_id, name.key);

// name: name_part
// Counts a user's names of people, whole ones and parts.
CREATE INDEX name_part IF NOT EXISTS
FOR (name:Name) ON (name.user_id, name.part);

// name: entity_key
// Finds the entities of a user, by the key and the type of the name they are called by.
CREATE INDEX entity_key IF NOT EXISTS
FOR (entity:Entity) ON (entity.user_id, entity.key, entity.type);

// name: tell_names
// Says of each tie to an entity by which name it came.
// mode: batch
// rows: told
MATCH (entity:Entity)<-[tie:MENTIONS|DESCRIBES|SUBJECT|OBJECT]-(:Chunk|Fact)
WHERE tie.key IS NULL
CALL (entity, tie) {
  SET tie.key = entity.key, tie.kind = entity.type
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS told;

// name: part_names
// Makes of each name one for each type it has, tied to its entity or to the name it is an alias of.
// mode: batch
// rows: parted
MATCH (name:Name)
WHERE name.type IS NULL
CALL (name) {
  CALL (name) {
    MATCH (name)-[:NAMES]->(entity:Entity)
    MERGE (own:Name {user_id: name.user_id, key: entity.key, type: entity.type})
    ON CREATE SET own.version = name.version
    SET own.name = entity.name, own.names = [entity.name] + entity.aliases, own.forms = [],
        own.confidence = entity.confidence, own.subtype = entity.subtype, own.count = entity.mention_count,
        own.first_seen = entity.first_seen, own.last_seen = entity.last_seen, entity.kind = entity.type
    MERGE (own)-[:NAMES]->(entity)
    WITH name, entity, own
    WHERE name.key <> entity.key
    MERGE (alias:Name {user_id: name.user_id, key: name.key, type: entity.type})
    ON CREATE SET alias.version = name.version
    MERGE (alias)-[:ALIAS_OF]->(own)
  }
  DETACH DELETE name
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS parted;

// name: name_of_type
// One node for each normalised name and type that a user's memories gave.
CREATE CONSTRAINT name_of_type IF NOT EXISTS
FOR (name:Name) REQUIRE (name.user_id, name.key, name.type) IS UNIQUE;

// name: block_identity
// One node for each block of names of a user that may be one.
CREATE CONSTRAINT block_identity IF NOT EXISTS
FOR (block:Block) REQUIRE (block.user_id, block.key) IS UNIQUE;

// name: rejected_id
// What a person said to be no entity is found by its id.
CREATE CONSTRAINT rejected_id IF NOT EXISTS
FOR (entity:Rejected) REQUIRE (entity.user_id, entity.id) IS UNIQUE;
