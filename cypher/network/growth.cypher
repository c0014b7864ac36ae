// How many entities, relations and memories were first seen in each month.
// mode:   read
// params: user_id
// rows:   kind, month, count
CALL () {
  MATCH (entity:Entity {user_id: $user_id})
  WHERE entity.first_seen IS NOT NULL AND entity.key IS NOT NULL
  RETURN 'entities' AS kind, date.truncate('month', entity.first_seen) AS month
  UNION ALL
  MATCH (near:Entity {user_id: $user_id})-[relation
  // include: network/_relation_types
  ]->(:Entity {user_id: $user_id})
  WHERE relation.weight > 0
  RETURN 'relations' AS kind, date.truncate('month', relation.first_seen) AS month
  UNION ALL
  MATCH (memory:Memory {user_id: $user_id})
  WHERE memory.status <> 'invalid'
  RETURN 'memories' AS kind, date.truncate('month', memory.created_at) AS month
}
WITH kind, month, count(*) AS count
RETURN kind, toString(month) AS month, count
ORDER BY month, kind
