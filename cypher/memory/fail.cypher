// Takes memories that cannot be understood off the backlog and keeps why; one that was changed meanwhile waits on.
// mode:   write
// params: user_id, failed
// rows:   failed
MATCH (user:User {id: $user_id})
SET user.lock = true
WITH user
UNWIND $failed AS row
MATCH (memory:Memory {id: row.id, user_id: $user_id, content_hash: row.content_hash})
WHERE memory.pending
// Neither pending nor understood: what asks for understood memories asks that the mark be absent.
SET memory.pending = false, memory.failed = row.reason
RETURN count(*) AS failed
