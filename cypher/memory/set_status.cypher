// Moves a memory between active, archived and invalid. What is archived leaves the word and vector indexes.
// mode:   write
// params: user_id, id, status, chunks, now
// rows:   memory
MATCH (memory:Memory {id: $id, user_id: $user_id})
SET memory.status = $status, memory.updated_at = $now,
    memory.invalidated_at = CASE WHEN $status = 'invalid' THEN $now END
WITH memory
CALL (memory) {
  UNWIND $chunks AS row
  MATCH (chunk:Chunk {id: row.id, user_id: $user_id})-[:PART_OF]->(memory)
  SET chunk.status = $status, chunk += row.properties
  WITH chunk, row
  CALL (chunk, row) {
    WITH chunk, row
    WHERE row.embedding IS NOT NULL
    CALL db.create.setNodeVectorProperty(chunk, 'embedding', row.embedding)
  }
  RETURN count(*) AS moved
}
CALL (memory) {
  // What is archived is no part of the vectors of what it mentions, and is again once it is restored.
  MATCH (memory)<-[:PART_OF]-(:Chunk)-[:MENTIONS|DESCRIBES]->(entity:Entity {user_id: $user_id})
  SET entity.to_embed = true
}
RETURN memory {.*} AS memory
