// Deletes the node of a user, last of all, unless somebody saved a memory since: writers wait for its lock.
// mode:   batch
// params: user_id
// rows:   kept
MATCH (user:User)
WHERE user.id = $user_id
CALL (user) {
  SET user.lock = true
  WITH user
  WHERE NOT EXISTS { (memory:Memory {user_id: $user_id}) WHERE memory.created_at IS NOT NULL }
  CALL (user) {
    MATCH (user)-[:GAVE]->(feedback:Feedback {user_id: $user_id})
    DETACH DELETE feedback
  }
  DETACH DELETE user
  RETURN count(*) AS deleted
} IN TRANSACTIONS OF 1 ROW
RETURN sum(1 - deleted) AS kept
