// Counts that memories were used to answer.
// mode:   write
// params: user_id, ids, now
// rows:   touched
UNWIND $ids AS id
MATCH (memory:Memory {id: id, user_id: $user_id})
SET memory.use_count = coalesce(memory.use_count, 0) + 1, memory.last_used_at = $now
RETURN count(*) AS touched
