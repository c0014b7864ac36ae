// The link of a kind from a source to a target, made where there is none, as entity/_relation makes relations.
OPTIONAL MATCH (source)-[there
// include: link/_kinds
]->(target)
WHERE type(there) = type
CALL (source, target, type, there) {
  WITH source, target, type, there
  WHERE there IS NULL
  CREATE (source)-[link:$(type)]->(target)
  SET link.validation_status = 'unvalidated'
  RETURN link
  UNION
  WITH there
  WHERE there IS NOT NULL
  RETURN there AS link
}
