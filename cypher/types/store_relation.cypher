// Keeps a type of relations of a user, or what the user says of one of the system.
// mode:   write
// params: user_id, name, properties
// rows:   name
MERGE (type:RelationType {user_id: $user_id, name: $name})
SET type += $properties
RETURN type.name AS name
