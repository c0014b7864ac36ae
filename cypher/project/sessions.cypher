// The sessions of a user, or of one project, those with the newest memories first.
// mode:   read
// params: user_id, path, limit
// rows:   id, channel, projects, memories, created_at, last_updated_at
MATCH (session:Session {user_id: $user_id})
CALL (session) {
  MATCH (memory:Memory {user_id: $user_id})-[:IN_SESSION]->(session)
  RETURN count(memory) AS memories, [path IN collect(DISTINCT memory.project) WHERE path <> ''] AS projects
}
WITH session, memories, projects
WHERE $path IS NULL OR $path IN projects
ORDER BY session.updated_at DESC, session.id
LIMIT $limit
RETURN session.id AS id, session.channel AS channel, projects, memories, session.created_at AS created_at,
       session.updated_at AS last_updated_at
