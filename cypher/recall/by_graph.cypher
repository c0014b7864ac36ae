// The chunks near the entities a question names: from name to entity, over relations, to what mentions them.
// mode:   read
// params: user_id, filters, keys, longer, steps, fan, kept, text_most
// rows:   chunk_id, memory, text, start, end, asks, closeness, ties
CALL () {
  UNWIND $keys AS key
  MATCH (name:Name {user_id: $user_id, key: key})
  WHERE name.type IS NOT NULL
  MATCH (name)-[:ALIAS_OF*0..1]->(:Name)-[:NAMES]->(entity:Entity)
  WITH DISTINCT key, entity
  WITH collect({key: key, entity: entity}) AS found
  RETURN [one IN found WHERE $longer[one.key] IS NULL
                             OR any(place IN $longer[one.key] WHERE none(other IN found WHERE other.key IN place))
          | one.entity] AS asked
}
UNWIND asked AS entity
CALL (entity) {
  RETURN entity AS reached, $steps[0] AS closeness
  UNION ALL
  MATCH (entity)-[relation]-(other:Entity {user_id: $user_id})
  WHERE relation.weight > 0
  WITH other, relation
  ORDER BY relation.weight DESC, other.id
  LIMIT $fan
  RETURN other AS reached, $steps[1] * relation.weight AS closeness
  UNION ALL
  MATCH (entity)-[first]-(middle:Entity {user_id: $user_id})-[second]-(other:Entity {user_id: $user_id})
  WHERE other <> entity AND first.weight > 0 AND second.weight > 0
  WITH other, first.weight * second.weight AS weight
  ORDER BY weight DESC, other.id
  LIMIT $fan
  RETURN other AS reached, $steps[2] * weight AS closeness
}
WITH entity, reached, max(closeness) AS closeness
CALL (reached) {
  MATCH (reached)<-[:MENTIONS|DESCRIBES]-(chunk:Chunk {user_id: $user_id, status: $filters.status})
  MATCH (chunk)-[:PART_OF]->(memory:Memory {user_id: $user_id})
  WHERE memory.created_at >= $filters.created_from AND memory.created_at <= $filters.created_to
    AND ($filters.project IS NULL OR memory.project = $filters.project)
    AND ($filters.category IS NULL OR memory.category = $filters.category)
    AND ($filters.session_id IS NULL OR memory.session_id = $filters.session_id)
    AND all(tag IN $filters.tags WHERE tag IN memory.tags)
    AND ($filters.channel IS NULL OR memory.channel = $filters.channel)
    AND ($filters.source IS NULL OR memory.source = $filters.source)
    AND ($filters.language IS NULL OR memory.language = $filters.language)
    AND ($filters.occurred_from IS NULL OR memory.occurred_at >= $filters.occurred_from)
    AND ($filters.occurred_to IS NULL OR memory.occurred_at <= $filters.occurred_to)
    AND ($filters.min_importance IS NULL OR memory.importance >= $filters.min_importance)
    AND (size($filters.entities) = 0 OR EXISTS {
          MATCH (memory)<-[:PART_OF]-(:Chunk)-[:MENTIONS|DESCRIBES]->(named:Entity {user_id: $user_id})
          WHERE named.id IN $filters.entities OR named.key IN $filters.entities OR named.name IN $filters.entities })
  WITH chunk, memory
  ORDER BY chunk.id DESC
  LIMIT $fan
  RETURN chunk, memory
}
WITH chunk, memory, sum(closeness) AS closeness,
     collect({entity: reached.name, seed: entity.name, weight: closeness})[..3] AS ties
ORDER BY closeness DESC, chunk.id
LIMIT $kept
RETURN chunk.id AS chunk_id,
       memory {.*, text: CASE WHEN size(memory.text) <= $text_most THEN memory.text END} AS memory,
       coalesce(chunk.text, chunk.kept_text, '') AS text, chunk.start AS start, chunk.end AS end,
       coalesce(chunk.asks, false) AS asks,
       closeness, ties
