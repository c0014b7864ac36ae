// Says which project a session is about now, and keeps the ids by which its platform resumes it.
// mode:   write
// params: user_id, session_id, project, channel, source, now
// rows:   id
MERGE (user:User {id: $user_id})
ON CREATE SET user.created_at = $now, user.writes = 0, user.chunk_count = 0
SET user.lock = true
SET user.writes = user.writes + 1
MERGE (session:Session {user_id: $user_id, id: $session_id})
ON CREATE SET session.created_at = $now, session.channel = $channel
SET session.updated_at = $now, session.project = coalesce($project, session.project),
    session.source = coalesce($source, session.source)
RETURN session.id AS id
