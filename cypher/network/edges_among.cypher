// The relations among some entities.
// mode:   read
// params: user_id, ids, kinds, thresholds, least, at, most
// rows:   source, target, type, predicate, confidence, weight, evidence_count, last_seen
UNWIND $ids AS id
MATCH (near:Entity {id: id, user_id: $user_id})-[relation
// include: network/_relation_types
]->(far:Entity {user_id: $user_id})
WHERE far.id IN $ids AND far <> near AND
// include: network/_passes_relation
WITH near, far, relation
ORDER BY relation.weight * relation.confidence DESC, near.id, far.id, type(relation)
LIMIT $most
RETURN CASE WHEN relation.turned THEN far.id ELSE near.id END AS source,
       CASE WHEN relation.turned THEN near.id ELSE far.id END AS target, type(relation) AS type, relation.predicate AS predicate,
       relation.confidence AS confidence, relation.weight AS weight, relation.evidence_count AS evidence_count,
       relation.last_seen AS last_seen
