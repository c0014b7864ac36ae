// Who rotates for a user, when each trigger was looked at last, and the run that was not finished.
// mode:   read
// params: user_id
// rows:   holder, until, size_at, age_at, importance_at, unfinished
OPTIONAL MATCH (rotation:Rotation {user_id: $user_id})
WITH rotation, COLLECT {
  MATCH (run:RotationRun {user_id: $user_id})
  WHERE run.started_at IS NOT NULL AND run.ended_at IS NULL
  WITH run
  ORDER BY run.started_at DESC
  LIMIT 1
  RETURN run.id
} AS unfinished
RETURN rotation.holder AS holder, toString(rotation.until) AS until, toString(rotation.size_at) AS size_at,
       toString(rotation.age_at) AS age_at, toString(rotation.importance_at) AS importance_at, unfinished
