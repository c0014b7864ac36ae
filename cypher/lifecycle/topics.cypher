// What much is kept about: the entities of a user that are in most memories, in two at least.
// mode:   read
// params: user_id, limit
// rows:   id
MATCH (entity:Entity {user_id: $user_id})
WHERE entity.key IS NOT NULL AND entity.type IS NOT NULL AND entity.type <> 'TimeUnit' AND entity.mention_count > 1
WITH entity
ORDER BY entity.mention_count DESC, entity.id
LIMIT $limit
RETURN entity.id AS id
