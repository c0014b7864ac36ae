// Says of a relation that it holds or that it does not: by whom, and with a note. A rejected one leads nowhere.
// mode:   write
// params: user_id, source, target, type, status, by, note, now, symmetric
// rows:   relation, memories, source_keys, target_keys
MATCH (one:Entity {id: $source, user_id: $user_id})-[relation]-(other:Entity {id: $target, user_id: $user_id})
WHERE type(relation) = $type AND relation.evidence_count > 0 AND ($type IN $symmetric OR startNode(relation) = one)
WITH CASE WHEN relation.turned THEN endNode(relation) ELSE startNode(relation) END AS source, relation,
     CASE WHEN relation.turned THEN startNode(relation) ELSE endNode(relation) END AS target,
     (relation.validation_status = 'rejected') <> ($status = 'rejected') AS changes
SET relation.validation_status = $status, relation.validated_by = $by, relation.validated_at = $now,
    relation.note = $note
// include: entity/_weigh
WITH source, relation, target, changes
CALL () {
  // Who never rejected anything is never asked for it when facts are written.
  MATCH (user:User {id: $user_id})
  WHERE $status = 'rejected'
  SET user.rejects = true
}
CALL (source, relation, target, changes) {
  // What these state proves something no longer, or again.
  WITH source, relation, target
  WHERE changes
  MATCH (source)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id, holds: true})-[:SUBJECT|OBJECT]->(target)
  WHERE fact.type = type(relation) AND (fact.type IN $symmetric OR EXISTS { (fact)-[:SUBJECT]->(source) })
  MATCH (fact)<-[:STATES]-(:Chunk {user_id: $user_id})-[:PART_OF]->(memory:Memory {user_id: $user_id})
  RETURN collect(DISTINCT memory.id) AS memories
}
RETURN relation {.predicate, .evidence_count, .confidence, .validation_status, .validated_by, .validated_at, .note,
                 type: type(relation), source: source.id, source_name: source.name, target: target.id,
                 target_name: target.name} AS relation, memories,
       COLLECT { MATCH (name:Name {user_id: $user_id})-[:NAMES]->(source) RETURN DISTINCT name.key } AS source_keys,
       COLLECT { MATCH (name:Name {user_id: $user_id})-[:NAMES]->(target) RETURN DISTINCT name.key } AS target_keys
