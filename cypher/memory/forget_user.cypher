// Deletes the node of a user, last of all.
// mode:   batch
// params: user_id
// rows:   deleted
MATCH (user:User)
WHERE user.id = $user_id
CALL (user) {
  DETACH DELETE user
} IN TRANSACTIONS OF 1 ROW
RETURN count(*) AS deleted
