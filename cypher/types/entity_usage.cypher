// How many entities of a user are of each type and subtype.
// mode:   read
// params: user_id
// rows:   type, subtype, count
MATCH (entity:Entity {user_id: $user_id})
WHERE entity.key IS NOT NULL
RETURN entity.type AS type, entity.subtype AS subtype, count(*) AS count
