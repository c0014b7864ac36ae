// Keeps what somebody said of an answer, with the memories that helped and those that did not.
// mode:   write
// params: user_id, id, properties, helped, unhelpful, now
// rows:   helped, unhelpful
MERGE (user:User {id: $user_id})
ON CREATE SET user.created_at = $now, user.writes = 0, user.chunk_count = 0
MERGE (user)-[:GAVE]->(feedback:Feedback {id: $id, user_id: $user_id})
SET feedback += $properties, feedback.at = $now
WITH feedback
CALL (feedback) {
  UNWIND $helped AS id
  MATCH (memory:Memory {id: id, user_id: $user_id})
  MERGE (feedback)-[:HELPED]->(memory)
  RETURN count(*) AS helped
}
CALL (feedback) {
  UNWIND $unhelpful AS id
  MATCH (memory:Memory {id: id, user_id: $user_id})
  MERGE (feedback)-[:DID_NOT_HELP]->(memory)
  RETURN count(*) AS unhelpful
}
RETURN helped, unhelpful
