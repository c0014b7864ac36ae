// What a user's archive holds by month, by bucket of importance (how many floors it reaches), by topic.
// mode:   read
// params: user_id, floors, topics_most
// rows:   months, buckets, topics
CALL () {
  MATCH (memory:Memory {user_id: $user_id})
  WHERE memory.archived_at IS NOT NULL
  WITH left(toString(memory.archived_at), 7) AS month, count(*) AS number
  ORDER BY month DESC
  RETURN collect([month, number]) AS months
}
CALL () {
  MATCH (memory:Memory {user_id: $user_id})
  WHERE memory.archived_at IS NOT NULL
  WITH size([least IN $floors WHERE coalesce(memory.importance, 0.0) >= least]) AS reached, count(*) AS number
  RETURN collect([reached, number]) AS buckets
}
CALL () {
  MATCH (memory:Memory {user_id: $user_id})
  WHERE memory.archived_at IS NOT NULL
  // include: rotation/_topics
  UNWIND topics AS topic
  WITH topic, count(DISTINCT memory) AS number
  ORDER BY number DESC, topic
  LIMIT $topics_most
  RETURN collect([topic, number]) AS topics
}
RETURN months, buckets, topics
