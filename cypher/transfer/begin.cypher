// Notes whose export is read in, and tells how many of its steps have been done: after a cut it goes on from there.
// mode:   write
// params: user_id, digest, now
// rows:   digest, done
MERGE (user:User {id: $user_id})
ON CREATE SET user.created_at = $now, user.writes = 0, user.chunk_count = 0
SET user.lock = true
SET user.import_digest = coalesce(user.import_digest, $digest), user.import_done = coalesce(user.import_done, 0)
RETURN user.import_digest AS digest, user.import_done AS done
