// Texts of a user's memories, newest first, after a cursor: what an exact search reads through.
// mode:   read
// params: user_id, filters, needle, after, after_id, limit, most
// rows:   memory, chunks, more
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.created_at <= $after AND CASE WHEN memory.created_at = $after THEN memory.id < $after_id ELSE true END
WITH memory
WHERE memory.status = $filters.status
  // include: recall/_passes_filters
  // include: memory/_holds_text
WITH memory
ORDER BY memory.user_id DESC, memory.created_at DESC, memory.id DESC
LIMIT $limit
// include: memory/_page_of_texts
