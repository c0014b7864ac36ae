// The relations of a user's entities that are of some types, so sure and told to be so at a time: as network/all_edges.
// mode:   read
// params: user_id, kinds, thresholds, least, at, batch
// rows:   sources, targets, kinds, confidences
MATCH (entity:Entity {user_id: $user_id})
WITH collect(entity) AS entities
UNWIND range(0, size(entities) - 1, $batch) AS begin
CALL (entities, begin) {
  UNWIND entities[begin..begin + $batch] AS near
  MATCH (near)-[relation
  // include: network/_relation_types
  ]->(far:Entity {user_id: $user_id})
  WHERE far <> near AND
  // include: network/_passes_relation
  RETURN collect(near.id) AS sources, collect(far.id) AS targets, collect(type(relation)) AS kinds,
         collect(relation.confidence) AS confidences
}
RETURN sources, targets, kinds, confidences
