// Sums up anew the facts between entities: of the pairs given, and of those that facts of these memories stand between.
// mode:   write
// params: user_id, ids, pairs, symmetric
// rows:   pairs
CALL () {
  UNWIND $pairs AS pair
  RETURN pair
  UNION
  UNWIND $ids AS id
  MATCH (:Memory {id: id, user_id: $user_id})<-[:PART_OF]-(:Chunk {user_id: $user_id})-[:STATES]->(fact:Fact)
  MATCH (subject:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(object:Entity)
  RETURN [subject.id, object.id] AS pair
}
MATCH (one:Entity {id: pair[0], user_id: $user_id})
WITH pair, one
MATCH (other:Entity {id: pair[1], user_id: $user_id})
WHERE one <> other
CALL (one, other) {
  MATCH (one)-[relation
  // include: network/_relation_types
  ]-(other)
  WHERE relation.evidence_count IS NOT NULL
  SET relation.evidence_count = 0
}
CALL (one, other) {
  MATCH (one)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id, holds: true})-[:SUBJECT|OBJECT]->(other)
  MATCH (fact)<-[:STATES]-(chunk:Chunk {user_id: $user_id})
  WHERE chunk.status <> 'invalid'
  WITH DISTINCT fact
  ORDER BY fact.confidence DESC, fact.lemma, fact.id
  MATCH (subject:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(object:Entity)
  // What says the same from either end begins with the lower id; `turned` tells that it was told from the other one.
  WITH fact, subject, object, fact.type IN $symmetric AND object.id < subject.id AS turned
  WITH CASE WHEN turned THEN object ELSE subject END AS source, CASE WHEN turned THEN subject ELSE object END AS target,
       fact.type AS type, collect(fact) AS facts, head(collect(turned)) AS turned
  // include: entity/_relation
  SET relation.evidence_count = size(facts), relation.predicate = head(facts).lemma,
      relation.surest = head(facts).confidence,
      relation.method = head(facts).method, relation.turned = nullIf(turned, false),
      relation.confidence = 1 - reduce(wrong = 1.0, fact IN facts | wrong * (1 - fact.confidence)),
      relation.first_seen = reduce(low = head(facts).said_at, fact IN facts |
                                   CASE WHEN fact.said_at < low THEN fact.said_at ELSE low END),
      relation.last_seen = reduce(high = head(facts).said_at, fact IN facts |
                                  CASE WHEN fact.said_at > high THEN fact.said_at ELSE high END)
}
CALL (one, other) {
  MATCH (one)-[relation
  // include: network/_relation_types
  ]-(other)
  WHERE relation.evidence_count IS NOT NULL
  // include: entity/_weigh
  WITH relation, startNode(relation) AS subject, endNode(relation) AS object
  WHERE relation.evidence_count = 0
  SET relation.confidence = 0.0
  REMOVE relation.predicate, relation.surest, relation.turned, relation.method, relation.first_seen, relation.last_seen
  WITH relation, subject, object
  // What a person said of it stays, weighing nothing, as long as a fact speaks of it at all.
  WHERE relation.validation_status = 'unvalidated' OR NOT EXISTS {
    (subject)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id})-[:SUBJECT|OBJECT]->(object)
    WHERE fact.type = type(relation) AND (fact.type IN $symmetric OR EXISTS { (fact)-[:SUBJECT]->(subject) }) }
  DELETE relation
}
RETURN count(*) AS pairs
