// The ids of memories that begin so, some of them; for others those that they may see.
// mode:   read
// params: user_id, called, audiences, limit
// rows:   id
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.id STARTS WITH $called AND ($audiences IS NULL OR memory.audience IN $audiences)
RETURN memory.id AS id
ORDER BY id
LIMIT $limit
