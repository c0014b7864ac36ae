// Counts anew the chunks of a user, and those that mention some entities.
// mode:   write
// params: user_id, entities
// rows:   chunks
MATCH (user:User {id: $user_id})
SET user.lock = true
SET user.writes = user.writes + 1
WITH user
CALL (user) {
  MATCH (memory:Memory {user_id: $user_id})
  WHERE memory.created_at IS NOT NULL
  RETURN sum(COUNT { (:Chunk {user_id: $user_id})-[:PART_OF]->(memory) }) AS chunks
}
SET user.chunk_count = chunks
WITH user, chunks
CALL () {
  UNWIND $entities AS id
  MATCH (entity:Entity {id: id, user_id: $user_id})
  SET entity.mention_count = size(COLLECT {
        MATCH (entity)<-[:MENTIONS|DESCRIBES]-(chunk:Chunk) RETURN DISTINCT chunk.id })
}
RETURN chunks
