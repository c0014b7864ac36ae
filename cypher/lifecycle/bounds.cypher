// The sums of weighted parts that stand for the least and the most important memory of a user, where they were kept.
// mode:   read
// params: user_id
// rows:   low, high
MATCH (user:User {id: $user_id})
RETURN user.importance_low AS low, user.importance_high AS high
