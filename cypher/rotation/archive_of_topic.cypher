// A page of what a user's archive holds on a topic, in an order, after a cursor; narrowed like all of it.
// mode:   read
// params: user_id, by_importance, topic, since, until, least, most, after, after_id, limit
// rows:   memory, topics
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.archived_at >= $since AND memory.archived_at < $until
  AND coalesce(memory.importance, 0.0) >= $least AND coalesce(memory.importance, 0.0) <= $most
WITH memory,
     CASE WHEN $by_importance THEN coalesce(memory.importance, 0.0) ELSE toFloat(memory.archived_at.epochMillis) END AS place
WHERE place < $after OR place = $after AND memory.id < $after_id
// include: rotation/_topics
WITH memory, place, topics
WHERE any(topic IN topics WHERE toLower(topic) = $topic)
WITH memory, place, topics
ORDER BY place DESC, memory.id DESC
LIMIT $limit
RETURN memory {.id, .title, .micro_summary, .archived_by, .archived_rule, .archived_run, .importance, .characters, .pinned,
               .bookmarked, packed_bytes: size(memory.packed), archived_at: toString(memory.archived_at), place: place,
               length: size(memory.text)} AS memory, topics
ORDER BY memory.place DESC, memory.id DESC
