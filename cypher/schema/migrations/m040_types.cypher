// The system's types say what they are and which attributes their entities have.

// name: type_attributes
// Writes the system's entity types anew, leaving what users changed on theirs alone.
// mode: write
// params: entity_types
// rows: types
UNWIND $entity_types AS row
MERGE (type:EntityType {user_id: '*', name: row.name})
SET type += row
RETURN count(*) AS types;
