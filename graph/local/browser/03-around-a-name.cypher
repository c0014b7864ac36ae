// 3 One name ひとつの名前
// A person or thing and all it is tied to.
// ある人や物と、つながりのあるものすべて。
// Whose: the one who wrote most. To choose, put  WITH 'me' AS user_id  in place of the next line.
MATCH (user:User) WITH user.id AS user_id ORDER BY user.writes DESC LIMIT 1
WITH user_id, '' AS name // any part of a name or alias; left empty: those that are mentioned most
MATCH (entity:Entity {user_id: user_id})
WHERE any(form IN [entity.name] + entity.aliases WHERE toLower(form) CONTAINS toLower(name))
  AND EXISTS { (entity)-[tie]-(:Entity) WHERE tie.evidence_count > 0 }
WITH entity ORDER BY entity.mention_count DESC, entity.id LIMIT 3
MATCH path = (entity)-[tie]-(:Entity)
WHERE coalesce(tie.evidence_count, 1) > 0
RETURN path LIMIT 100
