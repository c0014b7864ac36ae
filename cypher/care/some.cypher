// Some memories with what the indexes have of them, first kept first.
// mode:   read
// params: user_id, ids, fields
// rows:   memory, chunks
MATCH (memory:Memory {user_id: $user_id})
USING INDEX SEEK memory:Memory(id)
WHERE memory.id IN $ids AND memory.created_at IS NOT NULL
// include: care/_with_chunks
RETURN memory {.*} AS memory, chunks
ORDER BY memory.created_at, memory.id
