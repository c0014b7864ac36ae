// Rejects the relations that new facts made, where a person had rejected them before their last fact went.
// mode:   write
// params: user_id, facts, symmetric
// rows:   rejected
UNWIND $facts AS row
MATCH (stone:Tombstone {user_id: $user_id, key: row.key})
MATCH (fact:Fact {id: row.id, user_id: $user_id})
MATCH (subject:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(object:Entity)
MATCH (subject)-[relation]-(object)
WHERE type(relation) = fact.type AND relation.validation_status = 'unvalidated'
  AND (fact.type IN $symmetric OR startNode(relation) = subject)
WITH DISTINCT relation, stone
SET relation.validation_status = 'rejected', relation.validated_by = $user_id, relation.validated_at = stone.at
// include: entity/_weigh
RETURN count(*) AS rejected
