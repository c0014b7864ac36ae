// Takes the user's lock and reads the entities that a person is about to change, with their names.
// mode:   write
// params: user_id, ids
// rows:   entity, names
MATCH (user:User {id: $user_id})
SET user.lock = true
SET user.writes = user.writes + 1
WITH user
UNWIND $ids AS id
MATCH (entity:Entity {id: id, user_id: $user_id})
RETURN entity {.id, .key, .kind, .name, .type, .subtype, .aliases, .description, .attributes, .edited, .merged_from,
               .confidence, .mention_count, .first_seen, .last_seen} AS entity,
       COLLECT {
         MATCH (name:Name)-[belongs:NAMES]->(entity)
         WITH name, belongs
         ORDER BY name.count DESC, name.key
         RETURN {key: name.key, type: name.type, name: name.name, names: name.names, count: name.count,
                 confidence: name.confidence, was: coalesce(belongs.was, [])}
       } AS names
