// Says which project a session is about now and, where nobody has yet, for whom it is, and keeps the ids by which its platform resumes it.
// mode:   write
// params: user_id, session_id, project, channel, held, audience, source_kind, source_ids, source_key, now
// rows:   id, audience
MERGE (user:User {id: $user_id})
ON CREATE SET user.created_at = $now, user.writes = 0, user.chunk_count = 0
SET user.lock = true
SET user.writes = user.writes + 1
MERGE (session:Session {user_id: $user_id, id: $session_id})
ON CREATE SET session.created_at = $now, session.channel = $channel
// Which project the user alone spoke of is no business of others who join.
SET session.project = CASE WHEN session.audience IS NULL AND $audience <> 'private' THEN null ELSE session.project END
// Neither is what was chosen for whoever it was `held` for, where another process says meanwhile that it is for others.
SET session.project = CASE WHEN coalesce(session.audience, '') = coalesce($held, '') THEN coalesce($project, session.project)
                           ELSE session.project END
SET session.updated_at = $now,
    session.audience = coalesce(session.audience, $audience),
    session.kept = CASE WHEN $audience IS NULL THEN session.kept ELSE true END,
    session.source_kind = coalesce($source_kind, session.source_kind),
    session.source_ids = coalesce($source_ids, session.source_ids),
    session.source_key = coalesce($source_key, session.source_key)
RETURN session.id AS id, session.audience AS audience
