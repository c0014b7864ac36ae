// Gives a memory its new text and chunks, in place of those that were dropped.
// mode:   write
// params: user_id, id, properties, chunks, pairs, last, bridged, now
// rows:   chunks
MATCH (user:User {id: $user_id})
MATCH (memory:Memory {id: $id, user_id: $user_id})
FOREACH (_ IN CASE WHEN $properties.text <> memory.text OR $properties.title <> memory.title THEN [1] ELSE [] END |
  SET memory.worded_at = $now
)
SET memory += $properties, memory.updated_at = $now, memory.edit_count = coalesce(memory.edit_count, 0) + 1
WITH user, memory
CALL (user, memory) {
  UNWIND $chunks AS piece
  MERGE (chunk:Chunk {id: piece.id})
  ON CREATE SET user.chunk_count = user.chunk_count + 1
  SET chunk += piece.properties
  // What somebody said of the memory as a whole holds of its new text too.
  SET chunk.outdated = CASE WHEN EXISTS { (memory)-[:CONTRADICTION]-(:Memory) } THEN true ELSE chunk.outdated END
  MERGE (chunk)-[:PART_OF]->(memory)
  WITH chunk, piece
  CALL db.create.setNodeVectorProperty(chunk, 'embedding', piece.vector)
  RETURN count(*) AS written
}
CALL () {
  UNWIND $bridged AS pair
  MATCH (:Chunk {id: pair[0], user_id: $user_id})-[bridge:NEXT]->(:Chunk {id: pair[1], user_id: $user_id})
  DELETE bridge
}
CALL () {
  UNWIND $pairs AS pair
  MATCH (before:Chunk {id: pair[0], user_id: $user_id})
  MATCH (after:Chunk {id: pair[1], user_id: $user_id})
  MERGE (before)-[:NEXT]->(after)
}
CALL (memory) {
  UNWIND $last AS chunk_id
  MATCH (memory)-[:IN_SESSION]->(session:Session {user_id: $user_id})
  MATCH (chunk:Chunk {id: chunk_id, user_id: $user_id})
  OPTIONAL MATCH (session)-[old:LAST]->(:Chunk {user_id: $user_id})
  DELETE old
  MERGE (session)-[:LAST]->(chunk)
}
RETURN written AS chunks
