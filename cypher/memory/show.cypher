// One memory with the entities its chunks mention and the facts they state.
// mode:   read
// params: user_id, id
// rows:   memory, chunks, entities, facts
MATCH (memory:Memory {id: $id, user_id: $user_id})
CALL (memory) {
  MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
  RETURN count(chunk) AS chunks
}
CALL (memory) {
  MATCH (memory)<-[:PART_OF]-(:Chunk {user_id: $user_id})-[tie:MENTIONS|DESCRIBES]->(entity:Entity)
  RETURN collect({id: entity.id, name: entity.name, type: entity.type, link_type: tie.link_type,
                  confidence: tie.confidence, surfaces: tie.surfaces, starts: tie.starts, ends: tie.ends,
                  reasons: tie.reasons}) AS entities
}
CALL (memory) {
  MATCH (memory)<-[:PART_OF]-(:Chunk {user_id: $user_id})-[:STATES]->(fact:Fact)
  MATCH (fact)-[:SUBJECT]->(subject:Entity)
  MATCH (fact)-[:OBJECT]->(object:Entity)
  RETURN collect(fact {.*, subject: subject.name, object: object.name}) AS facts
}
RETURN memory {.*} AS memory, chunks, entities, facts
