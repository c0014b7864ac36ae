// Gives the rotation of a user to a process, unless another is at it and says so; returns whose it is, and until when.
// mode:   write
// params: user_id, holder, now, until
// rows:   holder, until
MERGE (rotation:Rotation {user_id: $user_id})
// A value that reads nothing takes the lock: of two that come at once one waits here.
SET rotation.lock = true
WITH rotation, rotation.holder IS NULL OR rotation.holder = $holder OR rotation.until < $now AS free
SET rotation.holder = CASE WHEN free THEN $holder ELSE rotation.holder END,
    rotation.until = CASE WHEN free THEN $until ELSE rotation.until END
RETURN rotation.holder AS holder, toString(rotation.until) AS until
