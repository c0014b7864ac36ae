// The relations between pairs of entities, with when they were first and last told of, in milliseconds since 1970.
// mode:   read
// params: user_id, pairs, kinds, thresholds, least, at
// rows:   source, target, type, predicate, confidence, weight, evidence_count, first_seen, last_seen
UNWIND $pairs AS pair
MATCH (near:Entity {id: pair[0], user_id: $user_id})
MATCH (far:Entity {id: pair[1], user_id: $user_id})
MATCH (near)-[relation
// include: network/_relation_types
]-(far)
WHERE
// include: network/_passes_relation
WITH relation, startNode(relation) AS first, endNode(relation) AS last
RETURN CASE WHEN relation.turned THEN last.id ELSE first.id END AS source,
       CASE WHEN relation.turned THEN first.id ELSE last.id END AS target, type(relation) AS type,
       relation.predicate AS predicate, relation.confidence AS confidence, relation.weight AS weight,
       relation.evidence_count AS evidence_count, relation.first_seen.epochMillis AS first_seen,
       relation.last_seen.epochMillis AS last_seen
