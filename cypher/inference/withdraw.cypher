// Takes back what of some kinds was inferred for a user and not judged; the stated facts are again as they were told.
// mode:   batch
// params: user_id, kinds
// rows:   withdrawn
MATCH (inference:Inference {user_id: $user_id})
// An id everybody has: asked so that the index of both answers.
WHERE inference.id IS NOT NULL AND inference.kind IN $kinds
  AND NOT coalesce(inference.validation_status, '') IN ['confirmed', 'rejected']
CALL (inference) {
  MATCH (user:User {id: $user_id})
  SET user.lock = true
  SET user.writes = user.writes + 1
  WITH inference
  OPTIONAL MATCH (inference)-[:TO]->(older:Fact {user_id: $user_id})
  DETACH DELETE inference
  WITH older
  // What a person confirmed to have ended stays so.
  CALL (older) {
    OPTIONAL MATCH (older)<-[:TO]-(left:Inference {user_id: $user_id, kind: 'superseded'})
    WHERE coalesce(left.validation_status, '') <> 'rejected' AND left.to_infer IS NULL
    RETURN min(left.at) AS at
  }
  SET older.valid_to = coalesce(at, older.told_to, older.valid_to),
      older.told_to = CASE WHEN at IS NULL THEN null ELSE older.told_to END
  WITH older
  // include: inference/_unmark
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS withdrawn
