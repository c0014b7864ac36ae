// Places have coordinates among their attributes.

// name: type_coordinates
// Writes the system's entity types anew, leaving what users changed on theirs alone.
// mode: write
// params: entity_types
// rows: types
UNWIND $entity_types AS row
MERGE (type:EntityType {user_id: '*', name: row.name})
SET type += row
RETURN count(*) AS types;
