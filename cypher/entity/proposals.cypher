// Pairs of entities that may be one, likeliest first, for a person to decide.
// mode:   read
// params: user_id, after, after_id, limit
// rows:   one, other, score, reasons
MATCH (one:Entity {user_id: $user_id})-[tie:SAME_AS_PROPOSED]->(other:Entity {user_id: $user_id})
WHERE one.key IS NOT NULL AND one.type IS NOT NULL
WITH one, other, tie, one.id + ' ' + other.id AS pair
WHERE tie.score < $after OR (tie.score = $after AND pair > $after_id)
WITH one, other, tie, pair
ORDER BY tie.score DESC, pair
LIMIT $limit
RETURN one {.id, .name, .type, .aliases, .mention_count} AS one,
       other {.id, .name, .type, .aliases, .mention_count} AS other, tie.score AS score, tie.reasons AS reasons
