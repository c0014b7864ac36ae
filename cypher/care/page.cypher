// A user's memories with what the indexes have of them, first kept first, after a cursor.
// mode:   read
// params: user_id, after, after_id, limit, fields
// rows:   memory, chunks
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.created_at >= $after AND CASE WHEN memory.created_at = $after THEN memory.id > $after_id ELSE true END
WITH memory
ORDER BY memory.user_id, memory.created_at, memory.id
LIMIT $limit
// include: care/_with_chunks
RETURN memory {.*} AS memory, chunks
ORDER BY memory.created_at, memory.id
