// Removes a type of entities of a user: the types below it and its entities go to the one above it.
// mode:   write
// params: user_id, name, parent, subtype
// rows:   entities, types
CALL () {
  MATCH (below:EntityType {user_id: $user_id, parent: $name})
  WHERE $parent IS NOT NULL
  SET below.parent = $parent
  RETURN count(*) AS types
}
CALL () {
  MATCH (entity:Entity {user_id: $user_id, subtype: $name})
  WHERE $parent IS NOT NULL
  SET entity.subtype = $subtype
  RETURN count(*) AS entities
}
CALL () {
  MATCH (type:EntityType {user_id: $user_id, name: $name})
  DETACH DELETE type
}
RETURN entities, types
