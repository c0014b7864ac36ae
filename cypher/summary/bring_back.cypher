// Makes a summary from before the current one of its project or session again, for whom it was made.
// mode:   write
// params: user_id, id, audience
// rows:   id
MATCH (user:User {id: $user_id})
SET user.lock = true
SET user.writes = user.writes + 1
WITH user
MATCH (chosen:Summary {user_id: $user_id, id: $id})
WHERE coalesce(chosen.audience, 'private') = coalesce($audience, 'private')
CALL (chosen) {
  MATCH (other:Summary {user_id: $user_id, scope: chosen.scope, current: true})
  WHERE other.id <> chosen.id AND coalesce(other.audience, 'private') = coalesce($audience, 'private')
  SET other.current = null
  RETURN count(other) AS replaced
}
SET chosen.current = true
RETURN chosen.id AS id
