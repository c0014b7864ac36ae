// 5 Between two ふたつの間
// The shortest ways from one name to another.
// ある名前から別の名前への最短の道すじ。
// Whose: the one who wrote most. To choose, put  WITH 'me' AS user_id  in place of the next line.
MATCH (user:User) WITH user.id AS user_id ORDER BY user.writes DESC LIMIT 1
WITH user_id, '' AS first, '' AS last // any part of a name or alias; left empty: those that are mentioned most
MATCH (one:Entity {user_id: user_id})
WHERE any(form IN [one.name] + one.aliases WHERE toLower(form) CONTAINS toLower(first))
  AND EXISTS { (one)-[tie]-(:Entity) WHERE tie.evidence_count > 0 }
WITH user_id, last, one ORDER BY one.mention_count DESC, one.id LIMIT 5 // a part of a name may be of several
MATCH (other:Entity {user_id: user_id})
WHERE other <> one AND any(form IN [other.name] + other.aliases WHERE toLower(form) CONTAINS toLower(last))
  AND EXISTS { (other)-[tie]-(:Entity) WHERE tie.evidence_count > 0 }
WITH one, other ORDER BY one.mention_count DESC, one.id, other.mention_count DESC, other.id LIMIT 200 // no way leads to some
MATCH path = SHORTEST 5 (one)-[]-{1,4}(other)
WHERE all(node IN nodes(path) WHERE node:Entity)
  AND all(tie IN relationships(path) WHERE coalesce(tie.evidence_count, 1) > 0)
RETURN path LIMIT 15
