// A user's memories by created time, newest first, after a cursor.
// mode:   read
// params: user_id, filters, after, after_id, limit
// rows:   memory
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.created_at <= $after AND CASE WHEN memory.created_at = $after THEN memory.id < $after_id ELSE true END
WITH memory
WHERE memory.status = $filters.status
  // include: recall/_passes_filters
WITH memory
ORDER BY memory.user_id DESC, memory.created_at DESC, memory.id DESC
LIMIT $limit
RETURN memory {.*} AS memory
