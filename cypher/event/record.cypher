// Records acts of a user, and lets go of those that are too many or too old.
// mode:   write
// params: user_id, events, events_at, events_since, events_most
// rows:   recorded
MATCH (user:User {id: $user_id})
SET user.lock = true
WITH user, $events AS events
// include: event/_record
RETURN recorded
