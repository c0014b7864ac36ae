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
  // What is archived carries no tokens, and none come of that; its project it brings back as it is here.
  WITH chunk, [token IN split(chunk.facets, ' ') WHERE NOT token IN $tokens] + $into_tokens AS tokens
  SET chunk.project = $into, chunk.facets = substring(reduce(line = '', token IN tokens | line + ' ' + token), 1)
}
RETURN count(memory) AS moved
