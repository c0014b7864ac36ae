// Takes away what was inferred from facts of memories that change or go, and reopens what these ended; the judged waits.
// mode:   write
// params: user_id, ids
// rows:   dropped
MATCH (user:User {id: $user_id})
SET user.lock = true
// As memory/cut does: what was concluded from these facts before this write is not put back after it.
SET user.writes = user.writes + 1
SET user.forgot_at = user.writes
WITH user
UNWIND $ids AS id
MATCH (:Memory {id: id, user_id: $user_id})<-[:PART_OF]-(:Chunk {user_id: $user_id})-[:STATES]->(fact:Fact)
MATCH (fact)-[:SUBJECT|OBJECT]->(entity:Entity {user_id: $user_id})
SET entity.to_infer = true
WITH DISTINCT fact
MATCH (fact)<-[:RESTS_ON|FROM|TO]-(inference:Inference {user_id: $user_id})
WITH DISTINCT inference
CALL (inference) {
  MATCH (inference)-[:FROM|TO]->(entity:Entity {user_id: $user_id})
  SET entity.to_infer = true
}
// Of facts that left each other open both lose their marks.
OPTIONAL MATCH (inference)-[:FROM|TO]->(told:Fact {user_id: $user_id})
WITH inference, collect(told) AS both, inference.validation_status IN ['confirmed', 'rejected'] AS judged
FOREACH (one IN CASE WHEN judged THEN [inference] ELSE [] END | SET one.to_infer = true)
FOREACH (one IN CASE WHEN judged THEN [] ELSE [inference] END | DETACH DELETE one)
WITH both
UNWIND CASE both WHEN [] THEN [null] ELSE both END AS older
CALL (older) {
  OPTIONAL MATCH (older)<-[:TO]-(left:Inference {user_id: $user_id, kind: 'superseded'})
  WHERE coalesce(left.validation_status, '') <> 'rejected' AND left.to_infer IS NULL
  RETURN min(left.at) AS at
}
FOREACH (one IN CASE WHEN older IS NULL THEN [] ELSE [older] END |
  SET one.valid_to = coalesce(at, one.told_to, one.valid_to),
      one.told_to = CASE WHEN at IS NULL THEN null ELSE one.told_to END)
WITH older
// include: inference/_unmark
CALL (older) {
  MATCH (older)-[:SUBJECT|OBJECT]->(entity:Entity {user_id: $user_id})
  SET entity.to_infer = true
}
RETURN count(*) AS dropped
