// Keeps the sums of weighted parts that stand for the least and the most important memory of a user.
// mode:   write
// params: user_id, low, high
// rows:   kept
MATCH (user:User {id: $user_id})
SET user.importance_low = $low, user.importance_high = $high
RETURN count(*) AS kept
