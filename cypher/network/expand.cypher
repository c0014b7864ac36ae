// The relations of some entities, as lists: the other ends, types, confidences and when they were last told.
// mode:   read
// params: user_id, ids, ends, kinds, thresholds, least, at, hub
// rows:   id, ties, others, kinds, confidences, seen
UNWIND $ids AS id
MATCH (near:Entity {id: id, user_id: $user_id})
WITH near, COUNT { (near)
  -[
  // include: network/_relation_types
  ]-(:Entity) } AS ties
CALL (near, ties) {
  // An entity that is tied to very many ties them to each other by nothing: a walk ends there, unless it was asked for.
  WITH near, ties
  WHERE ties <= $hub OR near.id IN $ends
  MATCH (near)-[relation
  // include: network/_relation_types
  ]-(far:Entity {user_id: $user_id})
  WHERE far <> near AND
  // include: network/_passes_relation
  RETURN collect(far.id) AS others, collect(type(relation)) AS kinds, collect(relation.confidence) AS confidences,
         collect(relation.last_seen.epochSeconds) AS seen
}
RETURN near.id AS id, ties, others, kinds, confidences, seen
