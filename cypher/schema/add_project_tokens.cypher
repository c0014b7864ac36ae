// Gives chunks of a project the tokens of the projects above it, as many as may be in one transaction.
// mode:   write
// params: user_id, path, token, tokens, limit
// rows:   changed
MATCH (project:Project {user_id: $user_id, path: $path})<-[:IN_PROJECT]-(memory:Memory)<-[:PART_OF]-(chunk:Chunk)
// What is archived carries no tokens.
WHERE chunk.facets IS NOT NULL AND NOT chunk.facets CONTAINS $token
WITH chunk
LIMIT $limit
SET chunk.facets = chunk.facets + ' ' + $tokens
RETURN count(chunk) AS changed
