// Removes the facts that memories state, and counts anew the aggregates they were evidence for.
// mode:   write
// params: user_id, ids
// rows:   dropped
UNWIND $ids AS id
MATCH (:Memory {id: id, user_id: $user_id})<-[:PART_OF]-(:Chunk {user_id: $user_id})-[:STATES]->(fact:Fact)
MATCH (fact)-[:SUBJECT]->(subject:Entity {user_id: $user_id})
MATCH (fact)-[:OBJECT]->(object:Entity {user_id: $user_id})
WITH subject, object, fact.type AS type, collect(fact) AS facts
WITH subject, object, type, facts, size(facts) AS number
FOREACH (fact IN facts | DETACH DELETE fact)
WITH subject, object, type, number
CALL (subject, object, type) {
  OPTIONAL MATCH (subject)<-[:SUBJECT]-(left:Fact {type: type, user_id: $user_id})-[:OBJECT]->(object)
  WITH left
  ORDER BY left.confidence DESC, left.id
  WITH collect(left) AS lefts
  RETURN size(lefts) AS evidence, head(lefts) AS best,
         1 - reduce(wrong = 1.0, one IN lefts | wrong * (1 - one.confidence)) AS confidence,
         reduce(low = null, one IN lefts | CASE WHEN low IS NULL OR one.said_at < low THEN one.said_at ELSE low END)
           AS first_seen,
         reduce(high = null, one IN lefts | CASE WHEN high IS NULL OR one.said_at > high THEN one.said_at ELSE high END)
           AS last_seen
}
OPTIONAL MATCH (subject)-[relation]->(object)
WHERE type(relation) = type
FOREACH (gone IN CASE WHEN evidence = 0 AND relation IS NOT NULL THEN [relation] ELSE [] END | DELETE gone)
FOREACH (kept IN CASE WHEN evidence > 0 AND relation IS NOT NULL THEN [relation] ELSE [] END |
  SET kept.evidence_count = evidence, kept.confidence = confidence,
      kept.weight = CASE kept.validation_status WHEN 'rejected' THEN 0.0 ELSE 1 - 1.0 / (1 + evidence) END,
      kept.predicate = best.lemma, kept.method = best.method,
      kept.first_seen = first_seen, kept.last_seen = last_seen)
RETURN sum(number) AS dropped
