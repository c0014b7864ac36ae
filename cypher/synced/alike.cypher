// Memories that plainly say what some texts say, active ones.
// mode:   read
// params: user_id, near_hashes
// rows:   id, text, project, session_id
UNWIND $near_hashes AS near_hash
MATCH (memory:Memory {user_id: $user_id, near_hash: near_hash})
WHERE memory.status = 'active'
RETURN memory.id AS id, memory.text AS text, memory.project AS project, memory.session_id AS session_id
ORDER BY id
