// A user's memories by occurred time, newest first, after a cursor.
// mode:   read
// params: user_id, filters, after, after_id, limit
// rows:   memory
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.occurred_at <= $after AND (memory.occurred_at < $after OR memory.id < $after_id)
WITH memory
WHERE memory.status = $filters.status
  // include: recall/_passes_filters
WITH memory
ORDER BY memory.occurred_at DESC, memory.id DESC
LIMIT $limit
RETURN memory {.*} AS memory
