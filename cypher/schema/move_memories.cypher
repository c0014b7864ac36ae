// Moves memories of a project into another, with the copies of its path, as many as may be in one transaction.
// mode:   write
// params: user_id, path, into, tokens, into_tokens, limit
// rows:   moved
MATCH (new:Project {user_id: $user_id, path: $into})
MATCH (memory:Memory {user_id: $user_id})-[tie:IN_PROJECT]->(:Project {user_id: $user_id, path: $path})
WITH new, memory, tie
LIMIT $limit
DELETE tie
MERGE (memory)-[:IN_PROJECT]->(new)
SET memory.project = $into
WITH memory
CALL (memory) {
  MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
  // Also of what is archived, which is brought back with the project that stands here.
  SET chunk.project = $into
  // include: schema/_exchanged_tokens
}
RETURN count(memory) AS moved
