// The memories that tell of entities and whether they are about them, of each entity those about it and the newest first.
// mode:   read
// params: user_id, filters, ids, limit
// rows:   id, entities
UNWIND $ids AS entity_id
MATCH (entity:Entity {user_id: $user_id, id: entity_id})
USING INDEX SEEK entity:Entity(user_id, id)
CALL (entity) {
  MATCH (entity)<-[tie:MENTIONS|DESCRIBES]-(chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
  WHERE memory.user_id = $user_id AND memory.status = $filters.status
    // include: recall/_passes_filters
  WITH memory, max(CASE WHEN type(tie) = 'DESCRIBES' OR EXISTS {
                          MATCH (chunk)-[:STATES]->(:Fact {user_id: $user_id})-[:SUBJECT]->(entity) }
                        THEN 1 ELSE 0 END) AS about
  ORDER BY about DESC, memory.created_at DESC, memory.id
  LIMIT $limit
  RETURN memory, about
}
RETURN memory.id AS id, collect({id: entity.id, about: about = 1}) AS entities
