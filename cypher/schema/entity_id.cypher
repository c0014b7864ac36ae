// Entities are found by their id.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT entity_id IF NOT EXISTS
FOR (entity:Entity) REQUIRE (entity.user_id, entity.id) IS UNIQUE
