// The relation of a type from a source to a target, made where there is none.
// A MERGE of a type that a row gives may be planned as a look through all relations of the type, for each row anew, and
// in a graph that was empty a match without types as one through all relations.
OPTIONAL MATCH (source)-[there
// include: network/_relation_types
]->(target)
WHERE type(there) = type
CALL (source, target, type, there) {
  WITH source, target, type, there
  WHERE there IS NULL
  CREATE (source)-[relation:$(type)]->(target)
  SET relation.user_id = $user_id, relation.validation_status = 'unvalidated', relation.evidence_count = 0,
      relation.confidence = 0.0
  RETURN relation
  UNION
  WITH there
  WHERE there IS NOT NULL
  RETURN there AS relation
}
