// The facts of entities and of the entities beside them, as far as these are no hubs.
// mode:   read
// params: user_id, ids, hub, most, symmetric
// rows:   id, whole, facts
UNWIND $ids AS id
MATCH (entity:Entity {user_id: $user_id, id: id})
CALL (entity) {
  MATCH (entity)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id})
  WITH DISTINCT fact
  ORDER BY fact.id DESC
  LIMIT $most
  RETURN collect(fact) AS own
}
CALL (entity, own) {
  UNWIND own AS fact
  MATCH (fact)-[:SUBJECT|OBJECT]->(near:Entity {user_id: $user_id})
  WHERE near <> entity
  WITH DISTINCT near
  WHERE COUNT { (near)<-[:SUBJECT|OBJECT]-(:Fact {user_id: $user_id}) } <= $hub
  ORDER BY near.id
  LIMIT $hub
  MATCH (near)<-[:SUBJECT|OBJECT]-(more:Fact {user_id: $user_id})
  RETURN collect(DISTINCT near.id) AS whole, collect(DISTINCT more) AS others
}
CALL (own, others) {
  UNWIND own + others AS fact
  WITH DISTINCT fact
  MATCH (chunk:Chunk {user_id: $user_id})-[:STATES]->(fact)
  // What its teller took back proves nothing.
  WHERE chunk.status <> 'invalid'
  MATCH (fact)-[:SUBJECT]->(subject:Entity {user_id: $user_id})
  MATCH (fact)-[:OBJECT]->(object:Entity {user_id: $user_id})
  WITH fact, subject, object
  // Nor does what a person rejected; who denies it says the same as that person.
  WHERE NOT (fact.holds AND EXISTS {
    (subject)-[relation]-(object)
    WHERE type(relation) = fact.type AND relation.validation_status = 'rejected'
      AND (fact.type IN $symmetric OR startNode(relation) = subject) })
  WITH fact, subject, object, COLLECT {
    MATCH (fact)<-[:TO]-(said:Inference {user_id: $user_id, kind: 'superseded', validation_status: 'rejected'})
    MATCH (said)-[:FROM]->(later:Fact)
    RETURN later.id } AS outlasts
  RETURN collect(fact {.id, .type, .lemma, .polarity, .modality, .past, .confidence, .valid_from,
                       valid_to: coalesce(fact.told_to, fact.valid_to),
                       subject: subject.id, subject_name: subject.name, subject_type: subject.type,
                       object: object.id, object_name: object.name, object_type: object.type,
                       outlasts: outlasts}) AS facts
}
RETURN entity.id AS id, whole, facts
