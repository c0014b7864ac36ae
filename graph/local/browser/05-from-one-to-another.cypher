// From one to another: the shortest ties between two names
// Whose: the one who wrote most. To choose, put  WITH 'me' AS user_id  in place of the next line.
MATCH (user:User) WITH user.id AS user_id ORDER BY user.writes DESC LIMIT 1
WITH user_id, '田中' AS first, '大阪' AS last // the two you look for
MATCH (one:Entity {user_id: user_id} WHERE one.name CONTAINS first)
WITH user_id, last, one ORDER BY one.mention_count DESC LIMIT 1
MATCH (other:Entity {user_id: user_id} WHERE other.name CONTAINS last)
WITH one, other ORDER BY other.mention_count DESC LIMIT 1
MATCH path = SHORTEST 5 (one)-[]-{1,4}(other)
WHERE all(node IN nodes(path) WHERE node:Entity)
  AND all(tie IN relationships(path) WHERE coalesce(tie.evidence_count, 1) > 0)
RETURN path
