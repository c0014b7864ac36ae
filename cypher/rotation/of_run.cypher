// The ids of the memories that a run archived and that are still in the archive.
// mode:   read
// params: user_id, run
// rows:   id
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.archived_at IS NOT NULL AND memory.archived_run = $run
RETURN memory.id AS id
ORDER BY id
