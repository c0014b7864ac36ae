// Says that a process is still at the rotation of a user; no row where another has taken it over.
// mode:   write
// params: user_id, holder, until
// rows:   holder
MATCH (rotation:Rotation {user_id: $user_id})
SET rotation.lock = true
WITH rotation
WHERE rotation.holder = $holder
SET rotation.until = $until
RETURN rotation.holder AS holder
