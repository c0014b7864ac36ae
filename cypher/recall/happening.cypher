// Where memories that pass filters tell of something that happened, and the dates beside it, best match first.
// mode:   read
// params: user_id, filters, query, keys, texts, limit
// rows:   memory_id, at, score, told
CALL () {
  UNWIND $keys AS key
  MATCH (name:Name {user_id: $user_id, key: key})
  WHERE name.type IS NOT NULL
  MATCH (name)-[:ALIAS_OF*0..1]->(:Name)-[:NAMES]->(entity:Entity)<-[:DESCRIBES]-(chunk:Chunk {user_id: $user_id})
  RETURN DISTINCT chunk, 0.0 AS score
  UNION ALL
  CALL db.index.fulltext.queryNodes('chunk_terms', $query, {limit: $texts})
  YIELD node AS chunk, score
  WITH chunk, score
  WHERE chunk:Chunk AND chunk.user_id = $user_id
  RETURN chunk, score
}
WITH chunk, max(score) AS score
WHERE chunk.status = $filters.status
MATCH (chunk)-[:PART_OF]->(memory)
WHERE memory.user_id = $user_id
  // include: recall/_passes_filters
WITH chunk, memory, score
ORDER BY score DESC, chunk.id
LIMIT $limit
CALL (chunk) {
  MATCH (chunk)-[:MENTIONS|DESCRIBES]->(unit:Entity {user_id: $user_id, type: 'TimeUnit'})
  RETURN collect(DISTINCT unit.name) AS told
}
RETURN memory.id AS memory_id, coalesce(memory.occurred_at, memory.created_at) AS at, score, told
ORDER BY score DESC, memory_id, chunk.id
