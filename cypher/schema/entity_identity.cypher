// One entity for each name and type of a user.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT entity_identity IF NOT EXISTS
FOR (entity:Entity) REQUIRE (entity.user_id, entity.key, entity.type) IS UNIQUE
