// Writes that memories replace what earlier ones say, by their wording, unless something was forgotten meanwhile.
// mode:   write
// params: user_id, forgot_at, links, now
// rows:   linked
MATCH (user:User {id: $user_id})
// The user's lock: what a forgetting or an edit takes away meanwhile is not put back.
SET user.lock = true
SET user.writes = user.writes + 1
WITH user
WHERE coalesce(user.forgot_at, 0) = $forgot_at
// include: link/_link
RETURN linked
