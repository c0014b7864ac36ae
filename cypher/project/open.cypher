// Takes the lock of a user, who is made where nothing of theirs is kept yet.
// mode:   write
// params: user_id, now
// rows:   writes
MERGE (user:User {id: $user_id})
ON CREATE SET user.created_at = $now, user.writes = 0, user.chunk_count = 0
SET user.lock = true
SET user.writes = user.writes + 1
RETURN user.writes AS writes
