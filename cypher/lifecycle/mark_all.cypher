// Marks all memories of a user as to be weighed anew.
// mode:   batch
// params: user_id
// rows:   marked
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.created_at IS NOT NULL
CALL (memory) {
  SET memory.to_weigh = true
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS marked
