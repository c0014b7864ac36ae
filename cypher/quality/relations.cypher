// The relations of a user that break a rule: which, and between whom.
// mode:   read
// params: user_id, thresholds, kinds, least, most
// rows:   rule, source, type, target
MATCH (near:Entity {user_id: $user_id})
CALL (near) {
  MATCH (near)-[relation
  // include: network/_relation_types
  ]->(far:Entity {user_id: $user_id})
  WITH near, relation, far, any(kind IN $kinds WHERE kind.type = type(relation))
       AND none(kind IN $kinds WHERE kind.type = type(relation) AND
       // include: network/_relation_fits
       ) AS misfits
  WITH relation, far,
       CASE WHEN near = far THEN 'self_loop'
            WHEN NOT 0.0 <= relation.weight <= 1.0 OR NOT 0.0 <= relation.confidence <= 1.0
              OR relation.weight IS NULL OR relation.confidence IS NULL THEN 'out_of_range'
            WHEN relation.validation_status = 'unvalidated' AND relation.weight > 0 AND relation.confidence_set IS NULL
              AND relation.confidence < coalesce($thresholds[type(relation)], $least) THEN 'unsure'
            WHEN relation.validation_status = 'unvalidated' AND relation.weight > 0 AND relation.confidence_set IS NULL
              AND misfits THEN 'ends'
            WHEN relation.confidence < relation.pruned_below AND relation.evidence_count > 0
              AND relation.confidence >= coalesce($thresholds[type(relation)], $least)
              AND NOT misfits THEN 'pruned'
       END AS rule
  WHERE rule IS NOT NULL
  RETURN rule, type(relation) AS type, far.id AS target
}
WITH rule, near, type, target
LIMIT $most
RETURN rule, near.id AS source, type, target
