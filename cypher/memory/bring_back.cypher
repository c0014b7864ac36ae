// Brings archived memories back into the indexes, just as they were.
// mode:   write
// params: user_id, memories, now
// rows:   id
UNWIND $memories AS row
MATCH (memory:Memory {id: row.id, user_id: $user_id})
WHERE memory.status = 'archived'
SET memory.status = row.status, memory.text = row.text, memory.updated_at = $now
SET memory.packed = null, memory.characters = null, memory.text_bytes = null, memory.kept_status = null,
    memory.archived_at = null, memory.archived_by = null, memory.archived_rule = null, memory.archived_run = null
WITH memory, row
CALL (memory, row) {
  UNWIND row.chunks AS piece
  MATCH (chunk:Chunk {id: piece.id, user_id: $user_id})-[:PART_OF]->(memory)
  SET chunk.status = row.status, chunk.facets = row.facets, chunk.text = coalesce(chunk.kept_text, piece.text),
      chunk[piece.field] = chunk.kept_words
  WITH chunk, chunk.kept_embedding AS vector
  SET chunk.kept_words = null, chunk.kept_text = null, chunk.kept_embedding = null, chunk.kept_embedding_b = null
  WITH chunk, vector
  CALL (chunk, vector) {
    WITH chunk, vector
    WHERE vector IS NOT NULL
    CALL db.create.setNodeVectorProperty(chunk, 'embedding', vector)
  }
}
CALL (memory) {
  MATCH (memory)<-[:PART_OF]-(:Chunk)-[:MENTIONS|DESCRIBES]->(entity:Entity {user_id: $user_id})
  SET entity.to_embed = true
}
RETURN memory.id AS id
