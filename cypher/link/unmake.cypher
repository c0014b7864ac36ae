// Takes away a link that a person made.
// mode:   write
// params: user_id, id, other, kind
// rows:   removed
MATCH (user:User {id: $user_id})
SET user.lock = true
SET user.writes = user.writes + 1
SET user.forgot_at = user.writes
WITH user
MATCH (source:Memory {id: $id, user_id: $user_id})-[link]-(target:Memory {id: $other, user_id: $user_id})
WHERE type(link) = $kind AND link.method = 'manual'
SET source.to_weigh = true, target.to_weigh = true
DELETE link
RETURN count(*) AS removed
