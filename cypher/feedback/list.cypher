// The latest that a user said of answers.
// mode:   read
// params: user_id, limit
// rows:   feedback, helped, unhelpful
MATCH (:User {id: $user_id})-[:GAVE]->(feedback:Feedback {user_id: $user_id})
WITH feedback
ORDER BY feedback.at DESC, feedback.id DESC
LIMIT $limit
RETURN feedback {.id, .question, .score, .success, at: toString(feedback.at)} AS feedback,
       COLLECT { MATCH (feedback)-[:HELPED]->(memory:Memory {user_id: $user_id}) RETURN memory.id ORDER BY memory.id } AS helped,
       COLLECT { MATCH (feedback)-[:DID_NOT_HELP]->(memory:Memory {user_id: $user_id}) RETURN memory.id ORDER BY memory.id } AS unhelpful
