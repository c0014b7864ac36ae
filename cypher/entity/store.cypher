// Writes the entities of a batch with the names they go by.
// mode:   write
// params: user_id, entities
// rows:   id, key, type
MATCH (user:User {id: $user_id})
UNWIND $entities AS row
MERGE (entity:Entity {user_id: $user_id, key: row.key, type: row.type})
ON CREATE SET entity.id = row.id, entity.name = row.name, entity.subtype = row.subtype, entity.aliases = [],
              entity.first_seen = row.seen, entity.last_seen = row.seen, entity.mention_count = 0,
              entity.confidence = 0.0, entity.validation_status = 'unvalidated', entity:$(row.type)
SET entity.confidence = CASE WHEN row.confidence > entity.confidence THEN row.confidence ELSE entity.confidence END,
    entity.first_seen = CASE WHEN row.seen < entity.first_seen THEN row.seen ELSE entity.first_seen END,
    entity.last_seen = CASE WHEN row.seen > entity.last_seen THEN row.seen ELSE entity.last_seen END,
    entity.aliases = entity.aliases + [alias IN row.aliases WHERE NOT alias IN entity.aliases AND alias <> entity.name]
WITH user, entity, row
CALL (user, entity, row) {
  UNWIND row.keys AS key
  MERGE (name:Name {user_id: $user_id, key: key})
  WITH user, entity, name
  WHERE NOT EXISTS { (name)-[:NAMES]->(entity) }
  SET name.version = user.writes
  CREATE (name)-[:NAMES]->(entity)
}
RETURN entity.id AS id, entity.key AS key, entity.type AS type
