// Entities and relations of a user whose counts are others than what is there.
// mode:   read
// params: user_id, symmetric
// rows:   chunk_count, entities, pairs
OPTIONAL MATCH (user:User {id: $user_id})
CALL () {
  MATCH (entity:Entity {user_id: $user_id})
  WHERE entity.key IS NOT NULL AND entity.type IS NOT NULL
    AND coalesce(entity.mention_count, 0) <> size(COLLECT {
      MATCH (entity)<-[:MENTIONS|DESCRIBES]-(chunk:Chunk) RETURN DISTINCT chunk.id })
  WITH entity
  ORDER BY entity.id
  RETURN collect(entity.id) AS entities
}
CALL () {
  MATCH (subject:Entity {user_id: $user_id})-[relation]->(object:Entity {user_id: $user_id})
  WHERE subject.key IS NOT NULL AND subject.type IS NOT NULL AND relation.evidence_count IS NOT NULL
  WITH subject, relation, object,
       COUNT {
         MATCH (subject)<-[:SUBJECT]-(fact:Fact {user_id: $user_id, holds: true})-[:OBJECT]->(object)
         WHERE fact.type = type(relation)
           AND EXISTS { (fact)<-[:STATES]-(chunk:Chunk) WHERE chunk.status <> 'invalid' }
       } AS straight,
       CASE WHEN type(relation) IN $symmetric THEN
         COUNT {
           MATCH (object)<-[:SUBJECT]-(fact:Fact {user_id: $user_id, holds: true})-[:OBJECT]->(subject)
           WHERE fact.type = type(relation)
             AND EXISTS { (fact)<-[:STATES]-(chunk:Chunk) WHERE chunk.status <> 'invalid' }
         } ELSE 0 END AS turned
  WHERE relation.evidence_count <> straight + turned
  WITH subject, object
  ORDER BY subject.id, object.id
  RETURN collect(DISTINCT [subject.id, object.id]) AS pairs
}
RETURN coalesce(user.chunk_count, 0) AS chunk_count, entities, pairs
