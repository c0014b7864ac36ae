// Deletes memories and their chunks, and the sessions, projects and categories that held nothing else.
// mode:   write
// params: user_id, ids
// rows:   memories, chunks
MATCH (user:User {id: $user_id})
UNWIND $ids AS id
MATCH (memory:Memory {id: id, user_id: $user_id})
OPTIONAL MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
WITH user, memory, collect(chunk) AS chunks
CALL (memory) {
  OPTIONAL MATCH (memory)-[:IN_SESSION|IN_PROJECT]->(place:Session|Project)
  RETURN collect(place) AS places
}
CALL (memory) {
  OPTIONAL MATCH (copy:Memory {user_id: $user_id, duplicate_of: memory.id})
  SET copy.duplicate_of = null
}
CALL (memory) {
  MATCH (version:MemoryVersion {user_id: $user_id, memory_id: memory.id})
  DELETE version
}
CALL (memory) {
  // Of a link what a person said goes with it; a duplicate is a node of its own.
  MATCH (memory)<-[:FROM|TO]-(judged:Inference {user_id: $user_id})
  DETACH DELETE judged
}
CALL (memory) {
  // Of what was said of an answer the score stays, not the words.
  MATCH (memory)<-[:HELPED|DID_NOT_HELP]-(feedback:Feedback {user_id: $user_id})
  SET feedback.question = null
}
WITH user, memory, chunks, size(chunks) AS number, places, memory.category AS path
CALL (chunks) {
  UNWIND chunks AS chunk
  MATCH (chunk)-[place:MAY_NAME]->(candidate:Candidate {user_id: $user_id})
  DELETE place
  WITH DISTINCT candidate
  WHERE NOT EXISTS { (candidate)<-[:MAY_NAME]-(:Chunk) }
  DETACH DELETE candidate
}
FOREACH (chunk IN chunks | DETACH DELETE chunk)
DETACH DELETE memory
SET user.chunk_count = user.chunk_count - number
WITH number, places, path
CALL (places) {
  UNWIND places AS place
  WITH DISTINCT place
  WHERE place.kept IS NULL AND NOT EXISTS { (:Memory {user_id: $user_id})-[:IN_SESSION|IN_PROJECT]->(place) }
  DETACH DELETE place
}
CALL (path) {
  MATCH (category:Category {user_id: $user_id, path: path})
  WHERE NOT EXISTS { (other:Memory {user_id: $user_id}) WHERE other.category = path AND other.created_at IS NOT NULL }
  DETACH DELETE category
}
RETURN count(*) AS memories, sum(number) AS chunks
