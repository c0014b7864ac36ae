// Takes the chunks of a memory out of their chain: what stood before is followed by what stood after.
// mode:   write
// params: user_id, ids
// rows:   cut
MATCH (user:User {id: $user_id})
SET user.lock = true
SET user.writes = user.writes + 1
// Processes that remember names from before this write read them anew: some may be forgotten now.
SET user.forgot_at = user.writes
WITH user.writes AS writes
UNWIND $ids AS id
MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory:Memory {id: id, user_id: $user_id})
WITH writes, memory, chunk
ORDER BY chunk.ordinal
WITH writes, memory, collect(chunk) AS chunks
WITH writes, memory, chunks[0] AS first, chunks[-1] AS final, chunks
OPTIONAL MATCH (before:Chunk {user_id: $user_id})-[:NEXT]->(first)
OPTIONAL MATCH (final)-[:NEXT]->(after:Chunk {user_id: $user_id})
OPTIONAL MATCH (session:Session {user_id: $user_id})-[last:LAST]->(final)
// Who goes on with this talk and read its end before must read it again.
FOREACH (talk IN [(memory)-[:IN_SESSION]->(own:Session) | own] | SET talk.changed = writes)
FOREACH (tie IN CASE WHEN before IS NULL OR after IS NULL THEN [] ELSE [1] END | MERGE (before)-[:NEXT]->(after))
FOREACH (tie IN CASE WHEN session IS NULL OR before IS NULL THEN [] ELSE [1] END | MERGE (session)-[:LAST]->(before))
WITH chunks
UNWIND chunks AS chunk
OPTIONAL MATCH (chunk)-[tie:NEXT|LAST]-(:Chunk|Session {user_id: $user_id})
DELETE tie
RETURN count(DISTINCT chunk) AS cut
