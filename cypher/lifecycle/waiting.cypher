// The memories of all users whose importance is to be computed, once they are linked, first kept first.
// mode:   read
// params: limit
// rows:   user_id, id
MATCH (memory:Memory {to_weigh: true})
WHERE memory.created_at IS NOT NULL AND memory.pending IS NULL
  AND (memory.to_link IS NULL OR memory.status <> 'active')
WITH memory
// The mark first, though it is one value: so the rows come as the index has them, and no more are read than taken.
ORDER BY memory.to_weigh, memory.created_at, memory.id
LIMIT $limit
RETURN memory.user_id AS user_id, memory.id AS id
