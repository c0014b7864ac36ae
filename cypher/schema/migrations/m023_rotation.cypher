// What a rotation keeps of itself: one node a user for who is at it, one a run for what it did.

// name: rotation_user
// One node a user says who rotates and when each trigger was last looked at.
CREATE CONSTRAINT rotation_user IF NOT EXISTS
FOR (rotation:Rotation) REQUIRE rotation.user_id IS UNIQUE;

// name: rotation_run_id
// One node for each run of a user.
CREATE CONSTRAINT rotation_run_id IF NOT EXISTS
FOR (run:RotationRun) REQUIRE (run.user_id, run.id) IS UNIQUE;

// name: rotation_run_started
// Lists runs by their beginning.
CREATE INDEX rotation_run_started IF NOT EXISTS
FOR (run:RotationRun) ON (run.user_id, run.started_at);
