// The best chunk of each memory near the entities a question names: from name to entity, over relations, to mentions.
// mode:   read
// params: user_id, filters, keys, longer, steps, fan, most, kept, text_most
// rows:   chunk_id, memory, text, start, end, asks, endings, closeness, ties
// include: recall/_asked_entities
UNWIND asked AS entity
CALL (entity) {
  RETURN entity AS reached, $steps[0] AS closeness, [] AS crossings
  UNION ALL
  MATCH (entity)-[relation]-(other:Entity {user_id: $user_id})
  // A relation is the sum of all facts, those too that others may not read.
  WHERE relation.weight > 0 AND $filters.audiences IS NULL
  WITH entity, relation, other
  ORDER BY relation.weight DESC, other.id, type(relation)
  LIMIT $fan
  RETURN other AS reached, $steps[1] * relation.weight AS closeness,
         [{relation: type(relation), outgoing: startNode(relation) = entity, entity: other.name}] AS crossings
  UNION ALL
  // Each of the two relations is bounded: one hub would lead to all that another leads to.
  CALL (entity) {
    MATCH (entity)-[first]-(middle:Entity {user_id: $user_id})
    WHERE middle <> entity AND first.weight > 0 AND $filters.audiences IS NULL AND NOT coalesce(middle.subtype, '') IN ['money', 'quantity']
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
  WHERE memory.user_id = $user_id
    // include: recall/_passes_filters
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
// include: recall/_endings
// include: recall/_chunk_columns
       closeness, ties
