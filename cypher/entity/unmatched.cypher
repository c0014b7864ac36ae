// The names that older chunks may hold without a tie, of one user or of all.
// mode:   read
// params: user_id, limit
// rows:   user_id, key, type, name, subtype, confidence
MATCH (name:Name {to_match: true})
WHERE name.user_id IS NOT NULL AND name.name IS NOT NULL AND ($user_id IS NULL OR name.user_id = $user_id)
WITH name
// The mark first, though it is one value: so the rows come as the index has them, and no more are read than taken.
ORDER BY name.to_match, name.user_id, name.key, name.type
LIMIT $limit
RETURN name.user_id AS user_id, name.key AS key, name.type AS type, name.name AS name, name.subtype AS subtype,
       name.confidence AS confidence
