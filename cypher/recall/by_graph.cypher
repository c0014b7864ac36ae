// The best chunk of each memory near the entities a question names: from name to entity, over relations, to mentions.
// mode:   read
// params: user_id, filters, keys, longer, steps, fan, most, kept, text_most
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
  RETURN entity AS reached, $steps[0] AS closeness, [] AS crossings
  UNION ALL
  MATCH (entity)-[relation]-(other:Entity {user_id: $user_id})
  WHERE relation.weight > 0
  WITH entity, relation, other
  ORDER BY relation.weight DESC, other.id, type(relation)
  LIMIT $fan
  RETURN other AS reached, $steps[1] * relation.weight AS closeness,
         [{relation: type(relation), outgoing: startNode(relation) = entity, entity: other.name}] AS crossings
  UNION ALL
  // Each of the two relations is bounded: one hub would lead to all that another leads to.
  CALL (entity) {
    MATCH (entity)-[first]-(middle:Entity {user_id: $user_id})
    WHERE middle <> entity AND first.weight > 0 AND NOT coalesce(middle.subtype, '') IN ['money', 'quantity']
    WITH first, middle
    ORDER BY first.weight DESC, middle.id, type(first)
    LIMIT $fan
    RETURN first, middle
  }
  CALL (entity, middle) {
    MATCH (middle)-[second]-(other:Entity {user_id: $user_id})
    WHERE other <> entity AND other <> middle AND second.weight > 0
    WITH second, other
    ORDER BY second.weight DESC, other.id, type(second)
    LIMIT $fan
    RETURN second, other
  }
  WITH entity, first, middle, second, other, first.weight * second.weight AS weight
  ORDER BY weight DESC, other.id, middle.id, type(first), type(second)
  LIMIT $fan
  RETURN other AS reached, $steps[2] * weight AS closeness,
         [{relation: type(first), outgoing: startNode(first) = entity, entity: middle.name},
          {relation: type(second), outgoing: startNode(second) = middle, entity: other.name}] AS crossings
}
WITH entity, reached, closeness, crossings
ORDER BY closeness DESC, size(crossings), [one IN crossings | one.entity], [one IN crossings | one.relation]
WITH entity, reached, collect({closeness: closeness, crossings: crossings})[0] AS nearest
CALL (reached) {
  MATCH (reached)<-[:MENTIONS|DESCRIBES]-(chunk:Chunk {user_id: $user_id, status: $filters.status})
  MATCH (chunk)-[:PART_OF]->(memory)
  WHERE memory.user_id = $user_id AND memory.created_at >= $filters.created_from AND memory.created_at <= $filters.created_to
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
  // A long memory is one of many, however many of its chunks name the entity.
  WITH memory, collect(DISTINCT chunk) AS chunks
  ORDER BY memory.id DESC
  LIMIT $most
  UNWIND chunks AS chunk
  RETURN memory, chunk
}
WITH entity, reached, nearest, memory, chunk
ORDER BY nearest.closeness DESC, reached.id, entity.id
WITH memory, chunk, sum(nearest.closeness) AS closeness,
     collect({entity: reached.name, start: entity.name, crossings: nearest.crossings,
              weight: nearest.closeness})[..3] AS ties
ORDER BY closeness DESC, chunk.id
WITH memory, collect({chunk: chunk, closeness: closeness, ties: ties})[0] AS best
WITH memory, best.chunk AS chunk, best.closeness AS closeness, best.ties AS ties
ORDER BY closeness DESC, chunk.id
LIMIT $kept
RETURN chunk.id AS chunk_id,
       memory {.*, text: CASE WHEN size(memory.text) <= $text_most THEN memory.text END} AS memory,
       coalesce(chunk.text, chunk.kept_text, '') AS text, chunk.start AS start, chunk.end AS end,
       coalesce(chunk.asks, false) AS asks,
       closeness, ties
