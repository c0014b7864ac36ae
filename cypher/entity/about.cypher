// The entities nearest to a vector, by their own and by that of the nearest chunk that names them, nearest first.
// mode:   read
// params: user_id, vector, ranges, types, subtypes, share, candidates, limit
// rows:   entity, may_be, score, cosine, passage_cosine, memory_id, place
CYPHER 25
CALL () {
  UNWIND $ranges AS range
  MATCH (entity:Entity)
    SEARCH entity IN (VECTOR INDEX entity_embedding FOR $vector
                      WHERE entity.user_id = $user_id AND entity.type >= range.low AND entity.type <= range.high
                      LIMIT $candidates) SCORE AS score
  RETURN entity, null AS chunk, null AS tie, -1.0 AS nearness
  UNION ALL
  MATCH (chunk:Chunk)
    SEARCH chunk IN (VECTOR INDEX chunk_embedding FOR $vector
                     WHERE chunk.user_id = $user_id AND chunk.status = 'active'
                     LIMIT $candidates) SCORE AS score
  MATCH (chunk)-[tie:MENTIONS|DESCRIBES]->(entity:Entity {user_id: $user_id})
  RETURN entity, chunk, tie, 2 * score - 1 AS nearness
}
WITH entity, chunk, tie, nearness
// The user, who is named in most of what they tell, is near to everything and never who is looked for.
WHERE entity.user_id = $user_id AND entity.key <> 'me' AND entity.type IS NOT NULL
  AND (entity.type IN $types OR entity.subtype IN $subtypes)
ORDER BY nearness DESC, chunk.id
WITH entity, head(collect(chunk)) AS chunk, head(collect(tie)) AS tie, max(nearness) AS nearness
WITH entity, chunk, tie, CASE WHEN chunk IS NOT NULL THEN nearness END AS passage_cosine,
     CASE WHEN entity.embedding IS NOT NULL THEN 2 * vector.similarity.cosine(entity.embedding, $vector) - 1 END AS cosine
WITH collect({entity: entity, chunk: chunk, tie: tie, passage_cosine: passage_cosine, cosine: cosine}) AS rows,
     min(passage_cosine) AS farthest_passage, min(cosine) AS farthest
UNWIND rows AS row
WITH row.entity AS entity, row.chunk AS chunk, row.tie AS tie, row.passage_cosine AS passage_cosine,
     row.cosine AS cosine,
     // Of what was not among the nearest, no more is known than that it lies behind the last of them.
     $share * coalesce(row.cosine, farthest, row.passage_cosine)
     + (1 - $share) * coalesce(row.passage_cosine, farthest_passage, row.cosine) AS score
ORDER BY score DESC, entity.mention_count DESC, entity.id
LIMIT $limit
OPTIONAL MATCH (chunk)-[:PART_OF]->(memory:Memory {user_id: $user_id})
RETURN entity {.id, .name, .type, .subtype, .aliases, .description, .mention_count, .confidence, .validation_status,
               .edited, .first_seen, .last_seen} AS entity,
       COLLECT {
         MATCH (entity)-[tie:MAY_BE]->(other:Entity {user_id: $user_id})
         WITH tie, other
         ORDER BY tie.confidence DESC, other.id
         RETURN {id: other.id, name: other.name, confidence: tie.confidence, reasons: tie.reasons, shown: tie.shown}
       } AS may_be,
       score, cosine, passage_cosine, memory.id AS memory_id,
       CASE WHEN chunk IS NOT NULL
         THEN {start: coalesce(tie.starts[0], chunk.start), end: coalesce(tie.ends[0], chunk.start),
               chunk_start: chunk.start, text: chunk.text} END AS place
