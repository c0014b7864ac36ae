// Who is something to somebody: by the facts that say so of them, or of the other; those told of most first.
// mode:   read
// params: user_id, keys, ids, told, turned, now, limit, audiences
// rows:   id, name
CALL () {
  UNWIND $keys AS key
  MATCH (name:Name {user_id: $user_id, key: key})
  WHERE name.type IS NOT NULL
  MATCH (name)-[:ALIAS_OF*0..1]->(:Name)-[:NAMES]->(owner:Entity)
  RETURN owner
  UNION
  UNWIND $ids AS id
  MATCH (owner:Entity {user_id: $user_id, id: id})
  USING INDEX SEEK owner:Entity(user_id, id)
  RETURN owner
}
WITH collect(owner) AS owners
// By its lemma a fact is found at once; of somebody who is spoken of in thousands of facts all would have to be read.
CALL (owners) {
  UNWIND $told AS lemma
  MATCH (fact:Fact {user_id: $user_id, lemma: lemma})-[:OBJECT]->(owner:Entity)
  USING INDEX fact:Fact(user_id, lemma)
  WHERE fact.holds AND fact.past IS NULL AND fact.valid_to > $now AND owner IN owners
  MATCH (fact)-[:SUBJECT]->(other:Entity)
  RETURN fact, owner, other
  UNION
  UNWIND $turned AS lemma
  MATCH (fact:Fact {user_id: $user_id, lemma: lemma})-[:SUBJECT]->(owner:Entity)
  USING INDEX fact:Fact(user_id, lemma)
  WHERE fact.holds AND fact.past IS NULL AND fact.valid_to > $now AND owner IN owners
  MATCH (fact)-[:OBJECT]->(other:Entity)
  RETURN fact, owner, other
}
WITH fact, owner, other
WHERE other <> owner AND other.type = 'Person'
  AND EXISTS {
    MATCH (chunk:Chunk {user_id: $user_id, status: 'active'})-[:STATES]->(fact)
    WHERE $audiences IS NULL OR EXISTS {
      MATCH (chunk)-[:PART_OF]->(memory) WHERE memory.audience IN $audiences } }
WITH other, count(DISTINCT fact) AS facts
RETURN other.id AS id, other.name AS name
ORDER BY facts DESC, name, id
LIMIT $limit
