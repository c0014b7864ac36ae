// What a person said to be no entity is found by its id.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT rejected_id IF NOT EXISTS
FOR (entity:Rejected) REQUIRE (entity.user_id, entity.id) IS UNIQUE
