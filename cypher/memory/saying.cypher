// The memories that say exactly what some texts say, each in the session of its text.
// mode:   read
// params: user_id, identities
// rows:   content_hash, session_id, id, place, near_hash, status, title
UNWIND $identities AS identity
MATCH (memory:Memory {user_id: $user_id, content_hash: identity.content_hash, session_id: identity.session_id})
RETURN memory.content_hash AS content_hash, memory.session_id AS session_id, memory.id AS id, memory.place AS place,
       memory.near_hash AS near_hash, memory.status AS status, memory.title AS title
