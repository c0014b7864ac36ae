// Which ids are those of memories of a user.
// mode:   read
// params: user_id, ids
// rows:   id
MATCH (memory:Memory {user_id: $user_id})
USING INDEX SEEK memory:Memory(id)
WHERE memory.id IN $ids AND memory.created_at IS NOT NULL
RETURN memory.id AS id
