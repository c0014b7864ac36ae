// Counts that memories were used to answer.
// mode:   write
// params: user_id, ids, now
// rows:   touched
UNWIND $ids AS id
MATCH (memory:Memory {id: id, user_id: $user_id})
// In one order, and by values that read nothing: else those who touch and those who forget could deadlock.
WITH memory
ORDER BY memory.id
SET memory.last_used_at = $now
WITH memory, coalesce(memory.use_count, 0) + 1 AS uses
SET memory.use_count = uses
RETURN count(*) AS touched
