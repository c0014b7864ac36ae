// Keeps with a memory that somebody decided on what it taught.
// mode:   write
// params: user_id, id, learning
// rows:   id
MATCH (memory:Memory {id: $id, user_id: $user_id})
SET memory.learnings_judged = [each IN coalesce(memory.learnings_judged, []) WHERE each <> $learning] + $learning
RETURN memory.id AS id
