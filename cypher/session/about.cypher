// Which project a session is about, and for whom it is.
// mode:   read
// params: user_id, session_id
// rows:   project, channel, audience
MATCH (session:Session {user_id: $user_id, id: $session_id})
OPTIONAL MATCH (memory:Memory {user_id: $user_id})-[:IN_SESSION]->(session)
WHERE session.project IS NULL AND memory.project <> ''
  AND (coalesce(session.audience, 'private') = 'private' OR memory.audience IN ['shared', session.audience])
WITH session, memory
ORDER BY memory.created_at DESC, memory.id DESC
LIMIT 1
RETURN coalesce(session.project, memory.project) AS project, session.channel AS channel,
       session.audience AS audience
