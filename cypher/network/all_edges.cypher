// The relations of a user's entities, as lists for each batch of those that they start from: a row each takes twice as long.
// mode:   read
// params: user_id, batch
// rows:   sources, targets, kinds, confidences
MATCH (entity:Entity {user_id: $user_id})
WITH collect(entity) AS entities
UNWIND range(0, size(entities) - 1, $batch) AS begin
CALL (entities, begin) {
  UNWIND entities[begin..begin + $batch] AS near
  MATCH (near)-[relation
  // include: network/_relation_types
  ]->(far:Entity {user_id: $user_id})
  WHERE far <> near AND relation.weight > 0
  RETURN collect(near.id) AS sources, collect(far.id) AS targets, collect(type(relation)) AS kinds,
         collect(relation.confidence) AS confidences
}
RETURN sources, targets, kinds, confidences
