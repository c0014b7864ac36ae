// Says of an inference that it is so or that it is not: by whom, and with a note. What a rejected one ended is open again.
// mode:   write
// params: user_id, id, status, by, note, now, repeated
// rows:   inference, source, target, evidence
MATCH (user:User {id: $user_id})
// As inference/drop does: what was concluded before this word is not written after it.
SET user.lock = true
SET user.writes = user.writes + 1
SET user.forgot_at = user.writes
WITH user
MATCH (inference:Inference {user_id: $user_id, id: $id})
WITH inference, coalesce(inference.validation_status, 'unvalidated') <> $status AS changes
SET inference.validation_status = $status, inference.validated_by = $by, inference.validated_at = $now,
    inference.note = $note,
    // What is confirmed as things are now waits for no rule.
    inference.to_infer = CASE $status WHEN 'confirmed' THEN null ELSE inference.to_infer END
WITH inference, changes
CALL (inference, changes) {
  // What it is of is looked at anew: it may come back, or another take its place.
  WITH inference
  WHERE changes
  OPTIONAL MATCH (inference)-[:FROM|TO]->(end:Entity {user_id: $user_id})
  SET end.to_infer = true
  WITH DISTINCT inference
  OPTIONAL MATCH (inference)-[:FROM|TO]->(:Fact {user_id: $user_id})-[:SUBJECT|OBJECT]->(told:Entity {user_id: $user_id})
  SET told.to_infer = true
  WITH DISTINCT inference
  OPTIONAL MATCH (inference)-[:FROM]->(later:Memory {user_id: $user_id})
  SET later.to_link = true
}
CALL (inference) {
  MATCH (inference)-[:TO]->(older:Fact {user_id: $user_id})
  CALL (older) {
    OPTIONAL MATCH (older)<-[:TO]-(left:Inference {user_id: $user_id, kind: 'superseded'})
    WHERE coalesce(left.validation_status, '') <> 'rejected' AND left.to_infer IS NULL
    RETURN min(left.at) AS at
  }
  WITH older, at, coalesce(older.told_to, older.valid_to) AS told
  SET older.valid_to = coalesce(at, told), older.told_to = CASE WHEN at IS NULL THEN null ELSE told END
}
CALL (inference) {
  // Of two memories of which a person says that they are no duplicates neither is flagged as one, nor weighs less for it.
  MATCH (inference)-[:FROM|TO]->(copy:Memory {user_id: $user_id})
  MATCH (inference)-[:FROM|TO]->(other:Memory {user_id: $user_id})
  WHERE $status = 'rejected' AND copy.duplicate_of = other.id
  SET inference.flagged = copy.id, inference.similarity = copy.similarity, copy.duplicate_of = null,
      copy.similarity = null, copy.importance = copy.importance + $repeated, copy.to_weigh = true
}
CALL (inference) {
  MATCH (inference)-[:FROM|TO]->(copy:Memory {user_id: $user_id})
  MATCH (inference)-[:FROM|TO]->(other:Memory {user_id: $user_id})
  WHERE $status <> 'rejected' AND copy.id = inference.flagged AND other <> copy
  SET copy.duplicate_of = other.id, copy.similarity = inference.similarity,
      copy.importance = copy.importance - $repeated, copy.to_weigh = true
  REMOVE inference.flagged, inference.similarity
}
MATCH (inference)-[:FROM]->(source:Entity|Fact|Memory)
MATCH (inference)-[:TO]->(target:Entity|Fact|Memory)
RETURN properties(inference) AS inference,
       {id: source.id, name: coalesce(source.name, source.title, source.predicate)} AS source,
       {id: target.id, name: coalesce(target.name, target.title, target.predicate)} AS target,
       COLLECT {
         MATCH (inference)-[:RESTS_ON|FROM|TO]->(fact:Fact {user_id: $user_id})
         MATCH (subject:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(object:Entity)
         WITH DISTINCT fact, subject, object
         ORDER BY fact.id
         RETURN {id: fact.id, subject: subject.name, predicate: fact.predicate, object: object.name}
       } AS evidence
