// Archives memories: their chunks leave every index, and their texts are kept packed. What was put away stays as it is.
// mode:   write
// params: user_id, memories, fields, looked_at, by, rule, run, now
// rows:   id
UNWIND $memories AS row
MATCH (memory:Memory {id: row.id, user_id: $user_id})
// A rotation leaves what was changed or marked since it was looked at.
WHERE memory.content_hash = row.content_hash
  AND ($looked_at IS NULL OR memory.status = 'active' AND NOT coalesce(memory.pinned, false)
       AND memory.updated_at <= $looked_at AND coalesce(memory.last_used_at <= $looked_at, true))
SET memory.kept_status = CASE memory.status WHEN 'invalid' THEN 'invalid' ELSE memory.kept_status END
SET memory.status = 'archived', memory.archived_at = coalesce(memory.archived_at, $now),
    memory.archived_by = coalesce(memory.archived_by, $by), memory.archived_rule = coalesce(memory.archived_rule, row.rule, $rule),
    memory.archived_run = coalesce(memory.archived_run, $run), memory.updated_at = $now
SET memory.packed = row.packed, memory.text = null, memory.characters = row.characters, memory.text_bytes = row.text_bytes
WITH memory, row
CALL (memory, row) {
  MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
  // What was no longer true proves nothing while it is put away either.
  SET chunk.status = coalesce(memory.kept_status, 'archived'),
      chunk.kept_words = head([field IN $fields + ['kept_words'] WHERE chunk[field] IS NOT NULL | chunk[field]]),
      chunk.kept_embedding = coalesce(chunk.embedding, chunk.kept_embedding),
      chunk.kept_embedding_b = coalesce(chunk.embedding_b, chunk.kept_embedding_b),
      chunk.kept_text = row.apart[chunk.id]
  FOREACH (field IN $fields | SET chunk[field] = null)
  SET chunk.embedding = null, chunk.embedding_b = null, chunk.text = null, chunk.facets = null
}
CALL (memory) {
  // What is archived is no part of the vectors of what it mentions, and is again once it is restored.
  MATCH (memory)<-[:PART_OF]-(:Chunk)-[:MENTIONS|DESCRIBES]->(entity:Entity {user_id: $user_id})
  SET entity.to_embed = true
}
RETURN memory.id AS id
