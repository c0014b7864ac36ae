// Keeps how far a run has come. Counts are given whole: who holds the rotation alone adds to them.
// mode:   write
// params: user_id, id, properties, now
// rows:   id
MERGE (run:RotationRun {user_id: $user_id, id: $id})
ON CREATE SET run.started_at = $now
SET run += $properties
RETURN run.id AS id
