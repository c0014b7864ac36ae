// What a rotation goes by, of a user's archived memories, put away last first, after a cursor.
// mode:   read
// params: user_id, after, after_id, limit
// rows:   memory
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.archived_at <= $after AND CASE WHEN memory.archived_at = $after THEN memory.id < $after_id ELSE true END
WITH memory
ORDER BY memory.user_id DESC, memory.archived_at DESC, memory.id DESC
LIMIT $limit
RETURN memory {.id, .title, .importance, .pinned, .bookmarked, .archived_by, .archived_rule, .characters, .text_bytes,
               packed_bytes: size(memory.packed), at: toString(memory.archived_at)} AS memory
