// Deletes the chunks of memories, before new ones take their place; nobody repeats what they said any more.
// mode:   write
// params: user_id, ids
// rows:   chunks
MATCH (user:User {id: $user_id})
CALL () {
  UNWIND $ids AS id
  MATCH (copy:Memory {user_id: $user_id, duplicate_of: id})
  SET copy.duplicate_of = null, copy.similarity = null
}
WITH user
UNWIND $ids AS id
MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(:Memory {id: id, user_id: $user_id})
WITH user, collect(chunk) AS chunks
WITH user, chunks, size(chunks) AS number
CALL (chunks) {
  UNWIND chunks AS chunk
  MATCH (chunk)-[place:MAY_NAME]->(candidate:Candidate {user_id: $user_id})
  DELETE place
  WITH DISTINCT candidate
  WHERE NOT EXISTS { (candidate)<-[:MAY_NAME]-(:Chunk) }
  DETACH DELETE candidate
}
FOREACH (chunk IN chunks | DETACH DELETE chunk)
SET user.chunk_count = user.chunk_count - number
RETURN number AS chunks
