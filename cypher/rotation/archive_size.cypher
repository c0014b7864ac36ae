// How much a user's archive holds, and in how much room.
// mode:   read
// params: user_id
// rows:   total, text_bytes, packed_bytes
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.archived_at IS NOT NULL
RETURN count(memory) AS total, sum(coalesce(memory.text_bytes, size(memory.text), 0)) AS text_bytes,
       sum(coalesce(size(memory.packed), size(memory.text), 0)) AS packed_bytes
