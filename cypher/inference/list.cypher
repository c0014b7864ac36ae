// What was inferred for a user, of one verdict or all but rejected, in the order of ids, with the facts it rests on.
// mode:   read
// params: user_id, kind, status, after, limit
// rows:   inference, source, target, evidence
MATCH (inference:Inference {user_id: $user_id})
WHERE ($kind IS NULL OR inference.kind = $kind) AND inference.id > $after
WITH inference, coalesce(inference.validation_status, 'unvalidated') AS status
WHERE status = coalesce($status, status)
  // What is rejected is shown to who asks for it; what waits to be concluded anew, once it is.
  AND CASE status WHEN 'rejected' THEN $status IS NOT NULL ELSE inference.to_infer IS NULL END
WITH inference
ORDER BY inference.id
LIMIT $limit
MATCH (inference)-[:FROM]->(source:Entity|Fact|Memory)
MATCH (inference)-[:TO]->(target:Entity|Fact|Memory)
CALL (inference) {
  MATCH (inference)-[:RESTS_ON|FROM|TO]->(fact:Fact {user_id: $user_id})
  MATCH (fact)-[:SUBJECT]->(subject:Entity {user_id: $user_id})
  MATCH (fact)-[:OBJECT]->(object:Entity {user_id: $user_id})
  WITH DISTINCT fact, subject, object
  ORDER BY fact.id
  RETURN collect({id: fact.id, subject: subject.name, predicate: fact.predicate, object: object.name}) AS evidence
}
RETURN properties(inference) AS inference,
       {id: source.id, name: coalesce(source.name, source.title, source.predicate)} AS source,
       {id: target.id, name: coalesce(target.name, target.title, target.predicate)} AS target, evidence
