// Begins a full update of a user's index, or goes on with the one that was cut off.
// mode:   write
// params: user_id, run
// rows:   run
MATCH (user:User {id: $user_id})
SET user.lock = true
SET user.index_run = coalesce(user.index_run, $run)
RETURN user.index_run AS run
