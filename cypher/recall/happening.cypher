// Where a user's memories tell of something that happened, and the dates that stand beside it, best match first.
// mode:   read
// params: user_id, query, keys, limit
// rows:   memory_id, at, score, told
CALL () {
  UNWIND $keys AS key
  MATCH (name:Name {user_id: $user_id, key: key})
  WHERE name.type IS NOT NULL
  MATCH (name)-[:ALIAS_OF*0..1]->(:Name)-[:NAMES]->(entity:Entity)<-[:DESCRIBES]-(chunk:Chunk {user_id: $user_id})
  WHERE chunk.status = 'active'
  RETURN DISTINCT chunk, 0.0 AS score
  ORDER BY chunk.id
  LIMIT $limit
  UNION ALL
  CALL db.index.fulltext.queryNodes('chunk_words', $query, {limit: $limit})
  YIELD node AS chunk, score
  WITH chunk, score
  WHERE chunk:Chunk AND chunk.user_id = $user_id AND chunk.status = 'active'
  RETURN chunk, score
}
WITH chunk, max(score) AS score
CALL (chunk) {
  MATCH (chunk)-[:MENTIONS|DESCRIBES]->(unit:Entity {user_id: $user_id, type: 'TimeUnit'})
  RETURN collect(DISTINCT unit.name) AS told
}
MATCH (chunk)-[:PART_OF]->(memory:Memory {user_id: $user_id})
RETURN memory.id AS memory_id, coalesce(memory.occurred_at, memory.created_at) AS at, score, told
ORDER BY score DESC, memory_id, chunk.id
LIMIT $limit
