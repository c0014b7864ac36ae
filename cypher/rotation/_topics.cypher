// What a `memory` is about, as `topics`: its project, category and tags, and the entities that most memories mention.
CALL (memory) {
  OPTIONAL MATCH (memory)<-[:PART_OF]-(:Chunk {user_id: $user_id})-[:MENTIONS|DESCRIBES]->(entity:Entity {user_id: $user_id})
  WHERE entity.type <> 'TimeUnit' AND entity.key <> 'me'
  WITH DISTINCT entity
  ORDER BY entity.mention_count DESC, entity.id
  LIMIT 5
  RETURN collect(entity.name) AS named
}
WITH *, [topic IN [memory.project, memory.category] + coalesce(memory.tags, []) + named WHERE topic <> ''] AS topics
