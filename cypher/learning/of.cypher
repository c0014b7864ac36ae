// Some memories that are not archived, with which of what they taught was decided on.
// mode:   read
// params: user_id, ids
// rows:   memory, judged
UNWIND $ids AS id
MATCH (memory:Memory {id: id, user_id: $user_id})
WHERE memory.text IS NOT NULL
RETURN memory {.*} AS memory, memory.learnings_judged AS judged
