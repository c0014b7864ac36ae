// The ids of all memories that pass filters, newest first: what is ranked when the indexes gave too few of them.
// mode:   read
// params: user_id, filters, limit
// rows:   id
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.status = $filters.status
  // include: recall/_passes_filters
WITH memory
ORDER BY memory.created_at DESC, memory.id
LIMIT $limit
RETURN memory.id AS id
