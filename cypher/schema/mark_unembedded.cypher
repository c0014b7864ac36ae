// Marks the entities of a database from before they had vectors.
// mode:   schema
// params: 
// rows:   marked
MATCH (entity:Entity)
WHERE entity.user_id IS NOT NULL AND entity.embedding IS NULL
CALL (entity) {
  SET entity.to_embed = true
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS marked
