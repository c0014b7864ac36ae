// Says how much a relation weighs and how sure it is; null leaves that to its evidence, which entity/sum sums up.
// mode:   write
// params: user_id, source, target, type, weight, confidence, symmetric
// rows:   pair
MATCH (one:Entity {id: $source, user_id: $user_id})-[relation]-(other:Entity {id: $target, user_id: $user_id})
WHERE type(relation) = $type AND relation.evidence_count > 0 AND ($type IN $symmetric OR startNode(relation) = one)
SET relation.weight_set = $weight, relation.confidence_set = $confidence
RETURN [one.id, other.id] AS pair
