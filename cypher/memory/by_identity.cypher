// The memory that says exactly this in this session.
// mode:   read
// params: user_id, content_hash, session_id
// rows:   id, audience
MATCH (memory:Memory {user_id: $user_id, content_hash: $content_hash, session_id: $session_id})
RETURN memory.id AS id, memory.audience AS audience
