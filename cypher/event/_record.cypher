// Records acts, the rows of `events`, each once, of the `user` in scope; those too many or too old go, a thousand at a time.
CALL (user, events) {
  UNWIND events AS row
  MERGE (event:AuditEvent {user_id: $user_id, at: $events_at, id: row.id})
  ON CREATE SET event += row, user.event_count = coalesce(user.event_count, 0) + 1
  RETURN count(*) AS recorded
}
CALL (user) {
  MATCH (old:AuditEvent {user_id: $user_id})
  WHERE old.at < CASE WHEN user.event_count > $events_most THEN $events_at ELSE $events_since END
  WITH user, old
  ORDER BY old.user_id, old.at
  LIMIT 1000
  DELETE old
  WITH user, count(*) AS dropped
  SET user.event_count = user.event_count - dropped
  RETURN sum(dropped) AS outlived
}
