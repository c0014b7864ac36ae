// The entities a question names: by a name or an alias, by id, or by how a person's name in it may be read.
// mode:   read
// params: user_id, keys, blocks, ids, limit, audiences
// rows:   id, name, type, description, mention_count, key, how
CALL () {
  UNWIND $keys AS key
  MATCH (name:Name {user_id: $user_id, key: key})
  WHERE name.type IS NOT NULL
  MATCH (name)-[:ALIAS_OF*0..1]->(:Name)-[:NAMES]->(entity:Entity)
  RETURN entity, key, 'name' AS how
  UNION ALL
  UNWIND $ids AS id
  MATCH (entity:Entity {user_id: $user_id, id: id})
  USING INDEX SEEK entity:Entity(user_id, id)
  RETURN entity, id AS key, 'id' AS how
  UNION ALL
  UNWIND $blocks AS key
  MATCH (:Block {user_id: $user_id, key: key})<-[:IN_BLOCK]-(:Name)-[:NAMES]->(entity:Entity)
  RETURN DISTINCT entity, key, 'reading' AS how
  ORDER BY entity.mention_count DESC, entity.id, key
  LIMIT $limit
}
WITH DISTINCT entity, key, how
WHERE entity.user_id = $user_id AND entity.type IS NOT NULL AND entity.type <> 'TimeUnit'
  // Who asks for others is told of those alone that these may read of.
  AND ($audiences IS NULL OR EXISTS {
        MATCH (entity)<-[:MENTIONS|DESCRIBES]-(:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
        WHERE memory.audience IN $audiences })
RETURN entity.id AS id, entity.name AS name, entity.type AS type,
       CASE WHEN $audiences IS NULL THEN entity.description END AS description,
       entity.mention_count AS mention_count, key, how
ORDER BY mention_count DESC, id, key, how
LIMIT $limit
