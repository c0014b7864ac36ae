// Writes the system's entity and relation types, leaving what users changed on theirs alone.
// mode:   write
// params: entity_types, relation_types
// rows:   types
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
RETURN entities + relations AS types
