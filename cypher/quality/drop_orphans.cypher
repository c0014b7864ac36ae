// Deletes entities that no memory and no fact speaks of, with their names; nobody has said anything of them.
// mode:   write
// params: user_id, ids
// rows:   dropped
UNWIND $ids AS id
MATCH (entity:Entity {id: id, user_id: $user_id})
WHERE entity.edited IS NULL AND NOT EXISTS { (entity)<-[:MENTIONS|DESCRIBES]-(:Chunk) }
  AND NOT EXISTS { (entity)<-[:SUBJECT|OBJECT]-(:Fact|LiteralFact) }
CALL (entity) {
  MATCH (name:Name)-[:NAMES]->(entity)
  DETACH DELETE name
}
DETACH DELETE entity
RETURN count(*) AS dropped
