// What a rotation goes by, of a user's active memories, newest first, after a cursor; texts only by their length.
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
// Times as text and numbers: the driver takes several times as long over its own form of them.
RETURN memory {.id, .title, .edit_count, .rating, .uses, .importance, .importance_parts, .pinned, .bookmarked, .category,
               .tags, characters: size(memory.text), created_at: toString(memory.created_at),
               worded_at: toString(memory.worded_at), stored: memory.stored_at.epochMillis,
               updated: memory.updated_at.epochMillis, used: memory.last_used_at.epochMillis} AS memory
