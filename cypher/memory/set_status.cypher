// Says of a memory outside the archive whether it is active or no longer true.
// mode:   write
// params: user_id, id, status, facets, now
// rows:   id
MATCH (memory:Memory {id: $id, user_id: $user_id})
SET memory.status = $status, memory.updated_at = $now
WITH memory
CALL (memory) {
  MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
  SET chunk.status = $status, chunk.facets = $facets
}
CALL (memory) {
  MATCH (memory)<-[:PART_OF]-(:Chunk)-[:MENTIONS|DESCRIBES]->(entity:Entity {user_id: $user_id})
  SET entity.to_embed = true
}
RETURN memory.id AS id
