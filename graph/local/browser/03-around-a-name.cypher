// Around a name: one person or thing and all it is tied to
// Whose: the one who wrote most. To choose, put  WITH 'me' AS user_id  in place of the next line.
MATCH (user:User) WITH user.id AS user_id ORDER BY user.writes DESC LIMIT 1
WITH user_id, '田中' AS name // the one you look for
MATCH (entity:Entity {user_id: user_id})
WHERE entity.name CONTAINS name OR any(alias IN entity.aliases WHERE alias CONTAINS name)
WITH entity ORDER BY entity.mention_count DESC LIMIT 3
OPTIONAL MATCH path = (entity)-[tie]-(:Entity)
WHERE coalesce(tie.evidence_count, 1) > 0
RETURN entity, path LIMIT 150
