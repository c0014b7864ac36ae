// The facts of entities that may end each other: those in words of what ends or is one at a time, and what they deny.
// mode:   read
// params: user_id, ids, lemmas, types, prefixes, enders, most, symmetric
// rows:   id, facts
UNWIND $ids AS id
MATCH (entity:Entity {user_id: $user_id, id: id})
CALL (entity) {
  MATCH (entity)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id})
  WHERE fact.lemma IN $lemmas OR fact.type IN $types OR fact.polarity = 'negative' OR fact.past
    OR any(prefix IN $prefixes WHERE fact.lemma STARTS WITH prefix)
  WITH DISTINCT fact
  ORDER BY fact.valid_from DESC, fact.said_at DESC, fact.id DESC
  LIMIT $most
  RETURN collect(fact) AS own
}
CALL (entity, own) {
  // What is said of the same two, in whatever words: it may be what is denied or has stopped.
  UNWIND own AS fact
  WITH entity, fact
  WHERE fact.polarity = 'negative' OR fact.past OR fact.lemma IN $enders
    OR any(prefix IN $prefixes WHERE fact.lemma STARTS WITH prefix)
  MATCH (fact)-[:SUBJECT|OBJECT]->(other:Entity {user_id: $user_id})
  WHERE other <> entity
  WITH DISTINCT entity, other
  LIMIT $most
  MATCH (other)<-[:SUBJECT|OBJECT]-(more:Fact {user_id: $user_id})-[:SUBJECT|OBJECT]->(near:Entity)
  // Who speaks for all ("we replaced it") says it of what others use as well.
  WHERE near = entity OR (entity.key = 'me' AND near.type <> 'Person')
  WITH DISTINCT more
  LIMIT $most
  RETURN collect(more) AS denied
}
CALL (own) {
  // Which places lie in which.
  UNWIND own AS fact
  MATCH (fact)-[:OBJECT]->(place:Location {user_id: $user_id})
  WITH DISTINCT place
  MATCH (place)<-[:SUBJECT]-(more:Fact {user_id: $user_id})-[:OBJECT]->(:Location {user_id: $user_id})
  WHERE more.type IN ['LOCATED_IN', 'PART_OF']
  WITH DISTINCT more
  LIMIT $most
  RETURN collect(more) AS places
}
WITH entity, own + denied + places AS some
// include: inference/_stated
RETURN entity.id AS id, facts
