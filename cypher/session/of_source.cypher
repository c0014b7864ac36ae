// The session that was held at a source, the one with the newest memories first.
// mode:   read
// params: user_id, key
// rows:   id
MATCH (session:Session {user_id: $user_id, source_key: $key})
RETURN session.id AS id
ORDER BY session.updated_at DESC, id
LIMIT 1
