// Keeps by which ids a session is taken up again where it was held, and for whom it is; it stays even without memories.
// mode:   write
// params: user_id, id, source_kind, source_ids, source_key, channel, audience, now
// rows:   id
MERGE (session:Session {user_id: $user_id, id: $id})
ON CREATE SET session.created_at = $now, session.updated_at = $now
// Which project the user alone spoke of is no business of others who join.
SET session.project = CASE WHEN session.audience IS NULL AND $audience <> 'private' THEN null ELSE session.project END
SET session.audience = coalesce(session.audience, $audience),
    session.channel = coalesce(session.channel, $channel), session.source_key = $source_key,
    session.source_kind = $source_kind, session.source_ids = $source_ids, session.kept = true
RETURN session.id AS id
