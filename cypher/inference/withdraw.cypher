// Takes back what of some kinds was inferred for a user; the stated facts are again as they were told.
// mode:   batch
// params: user_id, kinds
// rows:   withdrawn
MATCH (inference:Inference {user_id: $user_id})
// An id everybody has: asked so that the index of both answers.
WHERE inference.id IS NOT NULL AND inference.kind IN $kinds
CALL (inference) {
  OPTIONAL MATCH (inference)-[:TO]->(older:Fact {user_id: $user_id})
  SET older.valid_to = coalesce(older.told_to, older.valid_to), older.told_to = null
  DETACH DELETE inference
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS withdrawn
