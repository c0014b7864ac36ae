// The entities whose facts changed since something was last inferred of them, of one user or of all.
// mode:   read
// params: user_id, limit
// rows:   user_id, id
MATCH (entity:Entity {to_infer: true})
WHERE entity.user_id IS NOT NULL AND ($user_id IS NULL OR entity.user_id = $user_id)
WITH entity
// The mark first, though it is one value: so the rows come as the index has them, and no more are read than taken.
ORDER BY entity.to_infer, entity.user_id, entity.id
LIMIT $limit
RETURN entity.user_id AS user_id, entity.id AS id
