// Marks all facts of a user as to be looked at for what they end.
// mode:   batch
// params: user_id
// rows:   marked
MATCH (fact:Fact {user_id: $user_id})
WHERE fact.said_at IS NOT NULL
CALL (fact) {
  SET fact.to_settle = true
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS marked
