// The relations of a user's entities, as lists for each entity they start from.
// mode:   read
// params: user_id, kinds, thresholds, least, at
// rows:   id, others, kinds, confidences
MATCH (near:Entity {user_id: $user_id})
CALL (near) {
  MATCH (near)-[relation
  // include: network/_relation_types
  ]->(far:Entity {user_id: $user_id})
  WHERE far <> near AND
  // include: network/_passes_relation
  RETURN collect(far.id) AS others, collect(type(relation)) AS kinds, collect(relation.confidence) AS confidences
}
WITH near, others, kinds, confidences
WHERE size(others) > 0
RETURN near.id AS id, others, kinds, confidences
