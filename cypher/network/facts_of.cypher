// The facts of one entity as subject, as object or as either, the surest first.
// mode:   read
// params: user_id, id, other, as_subject, as_object, kinds, predicate, place, least, at, holding, limit
// rows:   fact
MATCH (entity:Entity {id: $id, user_id: $user_id})<-[end:SUBJECT|OBJECT]-(fact:Fact|LiteralFact {user_id: $user_id})
WHERE (type(end) = 'SUBJECT' AND $as_subject OR type(end) = 'OBJECT' AND $as_object)
  AND ($other IS NULL OR EXISTS { (fact)-[:SUBJECT|OBJECT]->(:Entity {id: $other, user_id: $user_id}) }) AND
// include: network/_passes_fact
// include: network/_fact_rows
