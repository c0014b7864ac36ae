// Takes away the vectors of a user's entities.
// mode:   batch
// params: user_id
// rows:   emptied
MATCH (entity:Entity {user_id: $user_id})
WHERE entity.id >= '' AND entity.embedding IS NOT NULL
CALL (entity) {
  SET entity.embedding = null
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS emptied
