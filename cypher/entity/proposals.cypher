// Pairs of entities that may be one, likeliest first, for a person to decide: parts of names and whom they may mean too.
// mode:   read
// params: user_id, least, after, after_id, limit
// rows:   one, other, score, reasons
MATCH (one:Entity {user_id: $user_id})-[tie:SAME_AS_PROPOSED|MAY_BE]->(other:Entity {user_id: $user_id})
WHERE one.key IS NOT NULL AND one.type IS NOT NULL
WITH one, other, tie.reasons AS reasons, coalesce(tie.score, tie.confidence) AS score, one.id + ' ' + other.id AS pair
WHERE score >= $least AND (score < $after OR (score = $after AND pair > $after_id))
WITH one, other, reasons, score, pair
ORDER BY score DESC, pair
LIMIT $limit
RETURN one {.id, .name, .type, .aliases, .mention_count} AS one,
       other {.id, .name, .type, .aliases, .mention_count} AS other, score, reasons
