// The relations between pairs of entities, those that weigh most first: as network/edges_among, where the pairs are known.
// mode:   read
// params: user_id, pairs, kinds, thresholds, least, at, most
// rows:   source, target, type, predicate, confidence, weight, evidence_count, last_seen
UNWIND $pairs AS pair
MATCH (near:Entity {id: pair[0], user_id: $user_id})
MATCH (far:Entity {id: pair[1], user_id: $user_id})
MATCH (near)-[relation
// include: network/_relation_types
]-(far)
WHERE
// include: network/_passes_relation
WITH relation, startNode(relation) AS first, endNode(relation) AS last
ORDER BY relation.weight * relation.confidence DESC, first.id, last.id, type(relation)
LIMIT $most
RETURN CASE WHEN relation.turned THEN last.id ELSE first.id END AS source,
       CASE WHEN relation.turned THEN first.id ELSE last.id END AS target, type(relation) AS type,
       relation.predicate AS predicate, relation.confidence AS confidence, relation.weight AS weight,
       relation.evidence_count AS evidence_count, relation.last_seen AS last_seen
