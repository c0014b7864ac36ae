// The facts among `some` that prove something, as `facts`: as they were told, whatever ended them since.
CALL (some) {
  UNWIND some AS fact
  WITH DISTINCT fact
  MATCH (chunk:Chunk {user_id: $user_id})-[:STATES]->(fact)
  // What its teller took back proves nothing.
  WHERE chunk.status <> 'invalid'
  MATCH (fact)-[:SUBJECT]->(subject:Entity {user_id: $user_id})
  MATCH (fact)-[:OBJECT]->(object:Entity {user_id: $user_id})
  WITH fact, subject, object
  // Nor does what a person rejected; who denies it says the same as that person.
  WHERE NOT (fact.holds AND EXISTS {
    (subject)-[relation
    // include: network/_relation_types
    ]-(object)
    WHERE type(relation) = fact.type AND relation.validation_status = 'rejected'
      AND (fact.type IN $symmetric OR startNode(relation) = subject) })
  WITH fact, subject, object, COLLECT {
    MATCH (fact)<-[:TO]-(said:Inference {user_id: $user_id, kind: 'superseded', validation_status: 'rejected'})
    MATCH (said)-[:FROM]->(later:Fact)
    RETURN later.id } AS outlasts
  RETURN collect(fact {.id, .type, .lemma, .polarity, .modality, .past, .confidence, .said_at, .valid_from, .start,
                       valid_to: coalesce(fact.told_to, fact.valid_to), ended: fact.told_to IS NOT NULL,
                       subject: subject.id, subject_name: subject.name, subject_type: subject.type,
                       object: object.id, object_name: object.name, object_type: object.type,
                       outlasts: outlasts}) AS facts
}
