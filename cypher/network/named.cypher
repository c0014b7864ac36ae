// What some ids are called: entities by name and type, memories by title.
// mode:   read
// params: user_id, ids
// rows:   id, name, kind, mentions
UNWIND $ids AS id
CALL (id) {
  MATCH (entity:Entity {id: id, user_id: $user_id})
  RETURN entity.name AS name, entity.type AS kind, entity.mention_count AS mentions
  UNION ALL
  MATCH (memory:Memory {id: id, user_id: $user_id})
  RETURN memory.title AS name, 'Memory' AS kind, 0 AS mentions
}
RETURN id, name, kind, mentions
