// Removes a type of relations of a user: the types below it go to the one above it.
// mode:   write
// params: user_id, name, parent
// rows:   types
CALL () {
  MATCH (below:RelationType {user_id: $user_id, parent: $name})
  WHERE $parent IS NOT NULL
  SET below.parent = $parent
  RETURN count(*) AS types
}
CALL () {
  MATCH (type:RelationType {user_id: $user_id, name: $name})
  DETACH DELETE type
}
RETURN types
