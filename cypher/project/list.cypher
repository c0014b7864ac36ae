// The projects of a user, or one of them, each with what belongs to it; for others those of which they may see something.
// mode:   read
// params: user_id, path, audiences, sessions_most
// rows:   path, name, description, memories, pinned, session_ids, channels, created_at, last_updated_at
MATCH (project:Project {user_id: $user_id})
WHERE ($path IS NULL OR project.path = $path)
  AND ($audiences IS NULL OR EXISTS {
        MATCH (shown:Memory {user_id: $user_id, project: project.path})
        WHERE shown.status <> 'invalid' AND shown.audience IN $audiences })
CALL (project) {
  OPTIONAL MATCH (memory:Memory {user_id: $user_id})-[:IN_PROJECT]->(project)
  WHERE memory.status <> 'invalid' AND ($audiences IS NULL OR memory.audience IN $audiences)
  RETURN count(memory) AS memories, sum(CASE WHEN memory.pinned THEN 1 ELSE 0 END) AS pinned,
         max(memory.updated_at) AS changed, collect(DISTINCT memory.channel) AS channels
}
CALL (project) {
  MATCH (memory:Memory {user_id: $user_id})-[:IN_PROJECT]->(project)
  MATCH (memory)-[:IN_SESSION]->(session:Session {user_id: $user_id})
  WHERE ($audiences IS NULL OR memory.audience IN $audiences)
  WITH DISTINCT session
  ORDER BY session.updated_at DESC, session.id
  RETURN collect(session.id)[..$sessions_most] AS session_ids
}
RETURN project.path AS path, project.name AS name,
       // Nobody said who may read a description beside the user.
       CASE WHEN $audiences IS NULL THEN project.description END AS description, memories, pinned,
       session_ids, channels, project.created_at AS created_at,
       CASE WHEN changed > project.updated_at THEN changed ELSE project.updated_at END AS last_updated_at
ORDER BY path
