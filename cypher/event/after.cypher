// Events of a user from a place in their order on, oldest first.
// mode:   read
// params: user_id, after, after_id, limit
// rows:   event
MATCH (event:AuditEvent {user_id: $user_id})
WHERE event.at >= $after AND (event.at > $after OR event.id > $after_id)
WITH event
ORDER BY event.at, event.id
LIMIT $limit
RETURN event {.*} AS event
