// The active memories that have a keyword, the most important first.
// mode:   read
// params: user_id, keys, limit
// rows:   memory
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.created_at IS NOT NULL AND memory.status = 'active' AND any(key IN memory.keyword_keys WHERE key IN $keys)
WITH memory
ORDER BY memory.importance DESC, memory.id
LIMIT $limit
RETURN memory {.*} AS memory
