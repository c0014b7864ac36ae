// Finds the entities whose facts changed since something was inferred of them.
// mode:   schema
// params: 
// rows:
CREATE INDEX entity_to_infer IF NOT EXISTS
FOR (entity:Entity) ON (entity.to_infer, entity.user_id)
