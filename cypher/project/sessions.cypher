// The sessions of a user, or of one project, those with the newest memories first.
// mode:   read
// params: user_id, path, audiences, limit
// rows:   id, channel, audience, projects, memories, created_at, last_updated_at, source_kind, source_ids
CALL () {
  MATCH (session:Session {user_id: $user_id})
  WHERE $path IS NULL AND ($audiences IS NULL OR EXISTS {
    MATCH (shown:Memory {user_id: $user_id})-[:IN_SESSION]->(session) WHERE shown.audience IN $audiences })
  RETURN session
 UNION
  MATCH (project:Project {user_id: $user_id, path: $path})
  MATCH (memory:Memory {user_id: $user_id})-[:IN_PROJECT]->(project)
  MATCH (memory)-[:IN_SESSION]->(session:Session {user_id: $user_id})
  WHERE ($audiences IS NULL OR memory.audience IN $audiences)
  RETURN session
}
// First those that are shown: only their memories are counted.
WITH session
ORDER BY session.updated_at DESC, session.id
LIMIT $limit
CALL (session) {
  MATCH (memory:Memory {user_id: $user_id})-[:IN_SESSION]->(session)
  WHERE ($audiences IS NULL OR memory.audience IN $audiences)
  RETURN count(memory) AS memories, [path IN collect(DISTINCT memory.project) WHERE path <> ''] AS projects
}
// For whom it is and where it is held is told to those for whom it is: others see some of its memories.
WITH session, memories, projects, $audiences IS NULL OR session.audience IN $audiences AS theirs
RETURN session.id AS id, session.channel AS channel, CASE WHEN theirs THEN session.audience END AS audience, projects,
       memories, session.created_at AS created_at, session.updated_at AS last_updated_at,
       CASE WHEN theirs THEN session.source_kind END AS source_kind,
       CASE WHEN theirs THEN session.source_ids END AS source_ids
ORDER BY last_updated_at DESC, id
