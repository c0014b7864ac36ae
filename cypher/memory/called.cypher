// The ids of memories that begin so, some of them.
// mode:   read
// params: user_id, called, limit
// rows:   id
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.id STARTS WITH $called
RETURN memory.id AS id
ORDER BY id
LIMIT $limit
