// Finds the entities whose vector is not what their name and their memories say.
// mode:   schema
// params: 
// rows:
CREATE INDEX entity_to_embed IF NOT EXISTS
FOR (entity:Entity) ON (entity.to_embed, entity.user_id)
