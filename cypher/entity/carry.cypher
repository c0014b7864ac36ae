// Sets what a person said of an entity where it came from one that was merged into it, or goes back to that one.
// mode:   write
// params: user_id, id, properties
// rows:   id
MATCH (entity:Entity {id: $id, user_id: $user_id})
SET entity += $properties, entity.to_embed = true
RETURN entity.id AS id
