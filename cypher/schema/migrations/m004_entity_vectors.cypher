// Entities have vectors, made in the background.

// name: entity_to_embed
// Finds the entities whose vector is not what their name and their memories say.
CREATE INDEX entity_to_embed IF NOT EXISTS
FOR (entity:Entity) ON (entity.to_embed, entity.user_id);

// name: mark_unembedded
// Marks the entities of a database from before they had vectors.
// mode: batch
// rows: marked
MATCH (entity:Entity)
WHERE entity.user_id IS NOT NULL AND entity.embedding IS NULL
CALL (entity) {
  SET entity.to_embed = true
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS marked;
