// Marks all entities of a user that facts speak of as to be inferred from anew.
// mode:   batch
// params: user_id
// rows:   marked
MATCH (fact:Fact {user_id: $user_id})
WHERE fact.said_at IS NOT NULL
CALL (fact) {
  MATCH (fact)-[:SUBJECT|OBJECT]->(entity:Entity {user_id: $user_id})
  SET entity.to_infer = true
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS marked
