// The runs of a user, the latest first.
// mode:   read
// params: user_id, limit
// rows:   run
MATCH (run:RotationRun {user_id: $user_id})
WHERE run.started_at IS NOT NULL
WITH run
ORDER BY run.started_at DESC, run.id DESC
LIMIT $limit
RETURN run {.*, started_at: toString(run.started_at), ended_at: toString(run.ended_at)} AS run
