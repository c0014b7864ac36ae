// The memories that are understood but not yet linked, first told first, of one user or of all.
// mode:   read
// params: user_id, limit
// rows:   user_id, id
MATCH (memory:Memory {to_link: true})
WHERE memory.created_at IS NOT NULL AND ($user_id IS NULL OR memory.user_id = $user_id)
  AND memory.pending IS NULL AND memory.status = 'active'
WITH memory
// The mark first, though it is one value: so the rows come as the index has them, and no more are read than taken.
ORDER BY memory.to_link, memory.created_at, memory.id
LIMIT $limit
RETURN memory.user_id AS user_id, memory.id AS id
