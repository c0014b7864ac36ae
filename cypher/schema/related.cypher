// The entities of all users in the order of users and ids, each with those that a relation ties it to.
// mode:   read
// params: after, after_id, limit
// rows:   user_id, id, others
MATCH (entity:Entity)
WHERE entity.user_id > $after OR (entity.user_id = $after AND entity.id > $after_id)
WITH entity
ORDER BY entity.user_id, entity.id
LIMIT $limit
RETURN entity.user_id AS user_id, entity.id AS id,
       COLLECT {
         MATCH (entity)-[relation]->(other:Entity)
         WHERE relation.evidence_count IS NOT NULL
         RETURN DISTINCT other.id
       } AS others
