// Gives the rotation of a user up, and notes which triggers were looked at.
// mode:   write
// params: user_id, holder, triggers, now
// rows:   holder
MATCH (rotation:Rotation {user_id: $user_id})
SET rotation.lock = true
WITH rotation
WHERE rotation.holder = $holder
SET rotation.holder = null, rotation.until = null,
    rotation.size_at = CASE WHEN 'size' IN $triggers THEN $now ELSE rotation.size_at END,
    rotation.age_at = CASE WHEN 'age' IN $triggers THEN $now ELSE rotation.age_at END,
    rotation.importance_at = CASE WHEN 'importance' IN $triggers THEN $now ELSE rotation.importance_at END
RETURN $holder AS holder
