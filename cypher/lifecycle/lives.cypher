// What the importance of a user's active memories rests on besides their words, newest first, after a cursor.
// mode:   read
// params: user_id, after, after_id, limit
// rows:   memory
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.created_at <= $after AND CASE WHEN memory.created_at = $after THEN memory.id < $after_id ELSE true END
WITH memory
WHERE memory.status = 'active'
WITH memory
ORDER BY memory.user_id DESC, memory.created_at DESC, memory.id DESC
LIMIT $limit
RETURN memory {.id, .created_at, .worded_at, .edit_count, .rating, .uses, .importance, .importance_parts, .to_weigh} AS memory
