// The memories of one user whose importance is to be computed, first kept first.
// mode:   read
// params: user_id, limit
// rows:   user_id, id
MATCH (memory:Memory {user_id: $user_id, to_weigh: true})
WHERE memory.created_at IS NOT NULL AND memory.pending IS NULL
WITH memory
// The marks first, though they are one value each: so the rows come as the index has them.
ORDER BY memory.user_id, memory.to_weigh, memory.created_at, memory.id
LIMIT $limit
RETURN memory.user_id AS user_id, memory.id AS id
