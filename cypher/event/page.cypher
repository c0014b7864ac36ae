// Events of a user, newest first, after a cursor: of some acts, of one memory or one subject where these are named.
// mode:   read
// params: user_id, kinds, memory_id, subject, after, after_id, since, limit
// rows:   event
MATCH (event:AuditEvent {user_id: $user_id})
WHERE event.at >= $since AND event.at <= $after AND (event.at < $after OR event.id < $after_id)
  AND ($kinds IS NULL OR event.kind IN $kinds)
  AND ($memory_id IS NULL OR $memory_id IN event.memory_ids)
  AND ($subject IS NULL OR event.subject = $subject)
WITH event
ORDER BY event.at DESC, event.id DESC
LIMIT $limit
RETURN event {.*} AS event
