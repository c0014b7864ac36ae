// Writes facts whose ends are not both entities, each tied to the entity at its end where there is one.
// mode:   write
// params: user_id, literals, times
// rows:   stored
// Facts say when by a place in `times`: each time travels once.
UNWIND $literals AS row
MATCH (chunk:Chunk {id: row.chunk_id, user_id: $user_id})
WHERE NOT EXISTS { (:LiteralFact {id: row.id, user_id: $user_id}) }
CREATE (chunk)-[:STATES]->(fact:LiteralFact)
SET fact = row.properties, fact.said_at = $times[row.said_at], fact.valid_from = $times[row.valid_from],
    fact.valid_to = $times[row.valid_to]
WITH row, chunk, fact
CALL (row, fact) {
  MATCH (:Name {user_id: $user_id, key: row.subject_key, type: row.subject_type})-[:NAMES]->(entity:Entity)
  CREATE (fact)-[:SUBJECT {key: row.subject_key, kind: row.subject_type}]->(entity)
}
CALL (row, fact) {
  MATCH (:Name {user_id: $user_id, key: row.object_key, type: row.object_type})-[:NAMES]->(entity:Entity)
  CREATE (fact)-[:OBJECT {key: row.object_key, kind: row.object_type}]->(entity)
}
CALL (chunk, fact) {
  // What another memory names (`entity/match`) is an end as well; it goes with that name.
  MATCH (chunk)-[known:MENTIONS {method: 'known-name'}]->(entity:Entity)
  WITH fact, entity, known.key AS key, known.kind AS kind
  // include: memory/_known_ends
}
RETURN count(fact) AS stored
