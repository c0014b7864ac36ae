// How many chunks and entities have a vector, and how many of them have none on the other side.
// mode:   read
// params:
// rows:   chunks, chunks_left, entities, entities_left
CALL () {
  MATCH (chunk:Chunk)
  WHERE chunk.id >= '' AND (chunk.embedding IS NOT NULL OR chunk.kept_embedding IS NOT NULL)
  RETURN count(*) AS chunks,
         sum(CASE WHEN chunk.embedding_b IS NULL AND chunk.kept_embedding_b IS NULL THEN 1 ELSE 0 END) AS chunks_left
}
CALL () {
  MATCH (entity:Entity)
  WHERE entity.user_id >= '' AND entity.id >= '' AND entity.embedding IS NOT NULL
  RETURN count(*) AS entities, sum(CASE WHEN entity.embedding_b IS NULL THEN 1 ELSE 0 END) AS entities_left
}
RETURN chunks, chunks_left, entities, entities_left
