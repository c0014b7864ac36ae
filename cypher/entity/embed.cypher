// Gives entities their vectors; one that was named or mentioned otherwise meanwhile is to be looked at again.
// mode:   write
// params: user_id, forgot_at, made, now
// rows:   unmarked
MATCH (user:User {id: $user_id})
SET user.lock = true
WITH user
WHERE coalesce(user.forgot_at, 0) = $forgot_at
UNWIND $made AS row
MATCH (entity:Entity {id: row.id, user_id: $user_id})
SET entity.to_embed = CASE WHEN entity.name = row.name AND entity.mention_count = row.mention_count
                            AND coalesce(entity.description, '') = row.description THEN null ELSE true END,
    entity.embedded_at = $now,
    // What the other side has is of what it was.
    entity.embedding_b = null
WITH entity, row
CALL (entity, row) {
  WITH entity, row
  CALL db.create.setNodeVectorProperty(entity, 'embedding', row.vector)
}
RETURN count(CASE WHEN entity.to_embed IS NULL THEN 1 END) AS unmarked
