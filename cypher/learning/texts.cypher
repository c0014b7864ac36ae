// The newest memories of a session or of a project that may say what was learnt, with which of that was decided on.
// mode:   read
// params: user_id, session_id, path, source, limit
// rows:   memory, judged
CALL () {
  MATCH (session:Session {user_id: $user_id, id: $session_id})
  MATCH (memory:Memory {user_id: $user_id})-[:IN_SESSION]->(session)
  RETURN memory
 UNION
  MATCH (project:Project {user_id: $user_id, path: $path})
  MATCH (memory:Memory {user_id: $user_id})-[:IN_PROJECT]->(project)
  RETURN memory
}
WITH memory
WHERE memory.status = 'active' AND coalesce(memory.source, '') <> $source
ORDER BY memory.created_at DESC, memory.id DESC
LIMIT $limit
RETURN memory {.*} AS memory, memory.learnings_judged AS judged
