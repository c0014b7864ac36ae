// Begins the cleaning of a user's graph by itself, where the last one is long enough ago.
// mode:   write
// params: user_id, before, now
// rows:   due
MATCH (user:User {id: $user_id})
WHERE coalesce(user.cleaned_at, user.created_at, $before) <= $before
SET user.cleaned_at = $now
RETURN user.id AS due
