// A relation that holds, of the types and at least as sure as asked for, and told to be so at a time where one is asked for.
relation.weight > 0 AND relation.confidence >= coalesce($thresholds[type(relation)], $least)
AND (size($types) = 0 OR type(relation) IN $types OR (size($words) > 0 AND EXISTS {
  (near)<-[:SUBJECT|OBJECT]-(telling:Fact {user_id: $user_id, holds: true})-[:SUBJECT|OBJECT]->(far)
  WHERE telling.type = type(relation) AND (toLower(telling.lemma) IN $words OR toLower(telling.predicate) IN $words) }))
AND ($at IS NULL OR EXISTS {
  (near)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id, holds: true})-[:SUBJECT|OBJECT]->(far)
  WHERE fact.type = type(relation) AND fact.valid_from <= $at AND fact.valid_to > $at })
