// Gives entities their vectors, where they are called and described as they were when read.
// mode:   write
// params: user_id, forgot_at, made, now
// rows:   entities
MATCH (user:User {id: $user_id})
SET user.lock = true
WITH user
WHERE coalesce(user.forgot_at, 0) = $forgot_at
UNWIND $made AS row
MATCH (entity:Entity {id: row.id, user_id: $user_id})
WHERE entity.name = row.name AND coalesce(entity.description, '') = row.description
SET entity.embedded_at = $now
WITH entity, row
CALL (entity, row) {
  WITH entity, row
  CALL db.create.setNodeVectorProperty(entity, 'embedding', row.vector)
}
RETURN count(*) AS entities
