// Who and what: the most mentioned things and how they are tied
// Whose: the one who wrote most. To choose, put  WITH 'me' AS user_id  in place of the next line.
MATCH (user:User) WITH user.id AS user_id ORDER BY user.writes DESC LIMIT 1
MATCH (entity:Entity {user_id: user_id})
WITH entity ORDER BY entity.mention_count DESC LIMIT 60
WITH collect(entity) AS entities
UNWIND entities AS one
OPTIONAL MATCH path = (one)-[tie]->(other:Entity)
WHERE other IN entities AND coalesce(tie.evidence_count, 1) > 0
RETURN one, path
