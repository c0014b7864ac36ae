// Keeps by which ids a session is taken up again where it was held; it stays even without memories.
// mode:   write
// params: user_id, id, key, kind, ids, channel, now
// rows:   id
MERGE (session:Session {user_id: $user_id, id: $id})
ON CREATE SET session.created_at = $now, session.updated_at = $now
SET session.channel = coalesce(session.channel, $channel), session.source_key = $key, session.source_kind = $kind,
    session.source_ids = $ids, session.kept = true
RETURN session.id AS id
