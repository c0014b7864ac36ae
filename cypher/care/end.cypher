// Notes that an update of a user's index is done; a full one is no longer under way.
// mode:   write
// params: user_id, run, now
// rows:   ended
MATCH (user:User {id: $user_id})
SET user.index_run = CASE WHEN user.index_run = $run THEN null ELSE user.index_run END, user.indexed_at = $now
RETURN count(*) AS ended
