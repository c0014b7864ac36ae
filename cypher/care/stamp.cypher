// Notes on memories that they are indexed by a run, which goes on after them where it is cut off.
// mode:   write
// params: user_id, ids, run, now
// rows:   stamped
UNWIND $ids AS id
MATCH (memory:Memory {id: id, user_id: $user_id})
SET memory.index_run = $run, memory.indexed_at = $now
RETURN count(*) AS stamped
