// 1 Overview 全体
// The most mentioned people and things that are tied to each other, and how.
// よく出てくる人や物と、そのつながり。
// Whose: the one who wrote most. To choose, put  WITH 'me' AS user_id  in place of the next line.
MATCH (user:User) WITH user.id AS user_id ORDER BY user.writes DESC LIMIT 1
MATCH (entity:Entity {user_id: user_id})
WHERE NOT entity:TimeUnit AND EXISTS { (entity)-[tie]-(:Entity) WHERE tie.evidence_count > 0 }
WITH entity ORDER BY entity.mention_count DESC, entity.id LIMIT 60
WITH collect(entity) AS entities
UNWIND entities AS one
MATCH path = (one)-[tie]->(other:Entity)
WHERE other IN entities AND tie.evidence_count > 0
RETURN path LIMIT 100
