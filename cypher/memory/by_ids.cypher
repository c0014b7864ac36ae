// Memories by their ids.
// mode:   read
// params: user_id, ids
// rows:   memory
MATCH (memory:Memory {user_id: $user_id})
USING INDEX SEEK memory:Memory(id)
WHERE memory.id IN $ids
RETURN memory {.*} AS memory
