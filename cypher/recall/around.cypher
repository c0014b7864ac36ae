// How near chunks are to the seeds of a question over the graph: entity, relation and entity, each step worth less.
// mode:   read
// params: user_id, vector, seeds, steps, hub, fan, kept, text_most, filters
// rows:   chunk_id, memory, text, start, end, asks, endings, cosine, closeness, ties
UNWIND $seeds AS seed
MATCH (origin:Chunk {id: seed.chunk_id, user_id: $user_id})
USING INDEX SEEK origin:Chunk(id)
CALL (origin) {
  MATCH (origin)-[:MENTIONS|DESCRIBES]->(entity:Entity {user_id: $user_id})
  WHERE entity.mention_count > 1 AND entity.mention_count <= $hub AND NOT coalesce(entity.subtype, '') IN ['money', 'quantity']
  RETURN DISTINCT entity AS beginning, entity AS reached, $steps[1] AS closeness, [] AS crossings
  UNION ALL
  MATCH (origin)-[:MENTIONS|DESCRIBES]->(entity:Entity {user_id: $user_id})
  WHERE entity.mention_count <= $hub AND NOT coalesce(entity.subtype, '') IN ['money', 'quantity']
  MATCH (entity)-[relation]-(other:Entity {user_id: $user_id})
  WHERE other.mention_count <= $hub AND relation.weight > 0 AND $filters.audiences IS NULL AND NOT coalesce(other.subtype, '') IN ['money', 'quantity']
  WITH DISTINCT entity, relation, other
  ORDER BY relation.weight DESC, other.id, entity.id, type(relation)
  LIMIT $fan
  RETURN entity AS beginning, other AS reached, $steps[2] * relation.weight AS closeness,
         [{relation: type(relation), outgoing: startNode(relation) = entity, entity: other.name}] AS crossings
}
MATCH (reached)<-[:MENTIONS|DESCRIBES]-(chunk:Chunk {user_id: $user_id, status: $filters.status})
WHERE chunk <> origin
WITH DISTINCT chunk, beginning, reached, crossings, seed, closeness * seed.score AS closeness
ORDER BY closeness DESC, reached.id, seed.chunk_id, beginning.id, [one IN crossings | one.relation]
WITH chunk, max(closeness) AS closeness,
     collect({entity: reached.name, start: beginning.name, crossings: crossings, seed: seed.chunk_id,
              weight: closeness})[..3] AS ties
MATCH (chunk)-[:PART_OF]->(memory)
WHERE memory.user_id = $user_id
  // include: recall/_passes_filters
WITH chunk, memory, closeness, ties
ORDER BY closeness DESC, chunk.id
LIMIT $kept
// include: recall/_endings
// include: recall/_chunk_columns
       // What only the graph found has a cosine as well.
       2 * vector.similarity.cosine(chunk.embedding, $vector) - 1 AS cosine, closeness, ties
