// Deletes chunks that belong to no memory, with what they alone state; returns between which entities that was.
// mode:   write
// params: user_id, ids
// rows:   pairs, chunks
UNWIND $ids AS id
MATCH (chunk:Chunk {id: id, user_id: $user_id})
WHERE NOT EXISTS { (chunk)-[:PART_OF]->(:Memory) }
CALL (chunk) {
  MATCH (chunk)-[:STATES]->(fact:Fact {user_id: $user_id})
  OPTIONAL MATCH (subject:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(object:Entity)
  WITH fact, [subject.id, object.id] AS pair
  DETACH DELETE fact
  RETURN collect(pair) AS stated
}
CALL (chunk) {
  MATCH (chunk)-[:STATES]->(fact:LiteralFact {user_id: $user_id})
  DETACH DELETE fact
}
DETACH DELETE chunk
WITH collect(stated) AS parts, count(*) AS chunks
RETURN reduce(all = [], part IN parts | all + part) AS pairs, chunks
