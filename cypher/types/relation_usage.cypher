// How many facts of a user that hold are of each type and told by each word; of some, between which types of ends.
// mode:   read
// params: user_id, types, words
// rows:   type, word, source, target, count
MATCH (fact:Fact {user_id: $user_id})
WHERE fact.holds
CALL (fact) {
  WITH fact
  WHERE fact.type IN $types OR toLower(fact.lemma) IN $words
  MATCH (first:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(last:Entity)
  RETURN [first.type, first.subtype] AS source, [last.type, last.subtype] AS target
  UNION
  WITH fact
  WHERE NOT (fact.type IN $types OR toLower(fact.lemma) IN $words)
  RETURN [] AS source, [] AS target
}
RETURN fact.type AS type, toLower(fact.lemma) AS word, source, target, count(*) AS count
