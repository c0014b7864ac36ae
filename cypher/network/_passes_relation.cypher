// A relation that holds, of the types and at least as sure as asked for, and told to be so at a time where one is asked for.
relation.weight > 0 AND relation.confidence >= $least AND (size($types) = 0 OR type(relation) IN $types)
AND ($at IS NULL OR EXISTS {
  (near)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id, holds: true})-[:SUBJECT|OBJECT]->(far)
  WHERE fact.type = type(relation) AND fact.valid_from <= $at AND fact.valid_to > $at })
