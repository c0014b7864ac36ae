// Writes which facts new ones end, and takes the marks of these away, unless something was forgotten meanwhile.
// mode:   write
// params: user_id, forgot_at, ids, endings
// rows:   ended
MATCH (user:User {id: $user_id})
// The user's lock: what a forgetting or an edit takes away meanwhile is not put back.
SET user.lock = true
SET user.writes = user.writes + 1
WITH user
WHERE coalesce(user.forgot_at, 0) = $forgot_at
CALL () {
  UNWIND $ids AS id
  MATCH (fact:Fact {id: id, user_id: $user_id})
  SET fact.to_settle = null
  RETURN count(*) AS done
}
// include: inference/_end
RETURN ended
