// Makes of each name one for each type it has, tied to its entity or to the name it is an alias of.
// mode:   batch
// params: 
// rows:   parted
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
RETURN count(*) AS parted
