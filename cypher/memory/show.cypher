// One memory with the entities its chunks mention, the facts they state, and what of them is over.
// mode:   read
// params: user_id, id, filters
// rows:   memory, chunks, entities, facts, endings, merged
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
  MATCH (memory)<-[:PART_OF]-(:Chunk {user_id: $user_id})-[:STATES]->(fact:Fact|LiteralFact)
  OPTIONAL MATCH (fact)-[:SUBJECT]->(subject:Entity)
  OPTIONAL MATCH (fact)-[:OBJECT]->(object:Entity)
  WITH fact, subject, object
  WHERE fact:LiteralFact OR (subject IS NOT NULL AND object IS NOT NULL)
  RETURN collect(fact {.*, subject: coalesce(subject.name, fact.subject_text),
                       object: coalesce(object.name, fact.object_text)}) AS facts
}
CALL (memory) {
  MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
  WHERE chunk.outdated
  // include: recall/_endings
  UNWIND endings AS ending
  RETURN collect(ending) AS endings
}
RETURN memory {.*} AS memory, chunks, entities, facts, endings,
       COLLECT { MATCH (other:Memory {user_id: $user_id})-[:MERGED_INTO]->(memory) RETURN other.id ORDER BY other.id } AS merged
