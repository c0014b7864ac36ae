// One row for each entity type of the system or of a user.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT entity_type_identity IF NOT EXISTS
FOR (type:EntityType) REQUIRE (type.user_id, type.name) IS UNIQUE
