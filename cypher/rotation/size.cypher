// How many memories of a user are active, and how long their texts are.
// mode:   read
// params: user_id
// rows:   memories, characters
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.created_at IS NOT NULL AND memory.status = 'active'
RETURN count(memory) AS memories, coalesce(sum(size(memory.text)), 0) AS characters
