// Deletes the chunks of memories, before new ones take their place.
// mode:   write
// params: user_id, ids
// rows:   chunks
MATCH (user:User {id: $user_id})
UNWIND $ids AS id
MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(:Memory {id: id, user_id: $user_id})
WITH user, collect(chunk) AS chunks
WITH user, chunks, size(chunks) AS number
FOREACH (chunk IN chunks | DETACH DELETE chunk)
SET user.chunk_count = user.chunk_count - number
RETURN number AS chunks
