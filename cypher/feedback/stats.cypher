// What a user said of answers since a time: how many succeeded, and how good they were.
// mode:   read
// params: user_id, since
// rows:   given, judged, succeeded, scored, score_sum
OPTIONAL MATCH (user:User {id: $user_id})
CALL (user) {
  MATCH (user)-[:GAVE]->(feedback:Feedback {user_id: $user_id})
  WHERE feedback.at >= $since
  RETURN count(feedback) AS given, count(feedback.success) AS judged,
         sum(CASE WHEN feedback.success THEN 1 ELSE 0 END) AS succeeded, count(feedback.score) AS scored,
         coalesce(sum(feedback.score), 0) AS score_sum
}
RETURN given, judged, succeeded, scored, score_sum
