// The relations among some entities, with when each of their facts was told and from when to when it was so, and how many deny it.
// mode:   read
// params: user_id, ids, types, least, at, most, periods
// rows:   source, target, type, predicate, confidence, weight, evidence_count, first_seen, last_seen, periods, denied
UNWIND $ids AS id
MATCH (near:Entity {id: id, user_id: $user_id})-[relation
// include: network/_relation_types
]->(far:Entity {user_id: $user_id})
WHERE far.id IN $ids AND far <> near AND
// include: network/_passes_relation
WITH near, far, relation
ORDER BY relation.weight * relation.confidence DESC, near.id, far.id, type(relation)
LIMIT $most
CALL (near, far, relation) {
  MATCH (near)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id})-[:SUBJECT|OBJECT]->(far)
  WHERE fact.type = type(relation)
  WITH DISTINCT fact
  ORDER BY fact.said_at, fact.id
  RETURN collect(CASE WHEN fact.holds THEN fact {.said_at, since: fact.valid_from, until: fact.valid_to} END)[..$periods]
           AS periods,
         count(CASE WHEN fact.polarity = 'negative' AND fact.modality IN ['stated', 'reported'] THEN 1 END) AS denied
}
RETURN CASE WHEN relation.turned THEN far.id ELSE near.id END AS source,
       CASE WHEN relation.turned THEN near.id ELSE far.id END AS target, type(relation) AS type, relation.predicate AS predicate,
       relation.confidence AS confidence, relation.weight AS weight, relation.evidence_count AS evidence_count,
       relation.first_seen AS first_seen, relation.last_seen AS last_seen, periods, denied
