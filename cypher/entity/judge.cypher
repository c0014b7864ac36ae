// Says of a relation that it holds or that it does not: by whom, and with a note. A rejected one leads nowhere.
// mode:   write
// params: user_id, source, target, type, status, by, note, now
// rows:   relation
MATCH (source:Entity {id: $source, user_id: $user_id})-[relation]->(target:Entity {id: $target, user_id: $user_id})
WHERE type(relation) = $type AND relation.evidence_count > 0
SET relation.validation_status = $status, relation.validated_by = $by, relation.validated_at = $now,
    relation.note = $note
SET relation.weight = CASE $status WHEN 'rejected' THEN 0.0 ELSE 1 - 1.0 / (1 + relation.evidence_count) END
RETURN relation {.predicate, .evidence_count, .confidence, .validation_status, .validated_by, .note,
                 type: type(relation), source: source.id, source_name: source.name, target: target.id,
                 target_name: target.name} AS relation
