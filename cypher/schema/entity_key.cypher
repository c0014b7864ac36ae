// Finds the entities of a user, by the key and the type of the name they are called by.
// mode:   schema
// params: 
// rows:
CREATE INDEX entity_key IF NOT EXISTS
FOR (entity:Entity) ON (entity.user_id, entity.key, entity.type)
