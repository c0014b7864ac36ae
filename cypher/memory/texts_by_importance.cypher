// Texts of a user's memories, the most important first, after a cursor: what an exact search reads through.
// mode:   read
// params: user_id, filters, needle, after, after_id, limit, most
// rows:   memory, chunks, more
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.importance <= $after AND CASE WHEN memory.importance = $after THEN memory.id < $after_id ELSE true END
WITH memory
WHERE memory.status = $filters.status
  // include: recall/_passes_filters
  // include: memory/_holds_text
WITH memory
ORDER BY memory.user_id DESC, memory.importance DESC, memory.id DESC
LIMIT $limit
// include: memory/_page_of_texts
