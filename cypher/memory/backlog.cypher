// How many memories wait to be understood, of one user or of all.
// mode:   read
// params: user_id
// rows:   waiting
MATCH (memory:Memory {pending: true})
// An id everybody has: asked so that the index of both answers.
WHERE memory.id IS NOT NULL AND ($user_id IS NULL OR memory.user_id = $user_id)
RETURN count(*) AS waiting
