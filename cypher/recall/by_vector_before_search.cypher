// The chunks nearest to a vector, for servers before 2026.02, which know no SEARCH.
// mode:   read
// params: user_id, filters, vector, candidates, kept, text_most
// rows:   chunk_id, memory, text, start, end, asks, cosine, words
CALL db.index.vector.queryNodes('chunk_embedding', $candidates, $vector)
YIELD node AS chunk, score
// This server cannot filter inside the index: ask for more than is kept, and drop other users' chunks here.
WITH chunk, score
WHERE chunk:Chunk AND chunk.user_id = $user_id AND chunk.status = $filters.status
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
WITH chunk, memory, score
ORDER BY score DESC, chunk.id
LIMIT $kept
RETURN chunk.id AS chunk_id,
       memory {.*, text: CASE WHEN size(memory.text) <= $text_most THEN memory.text END} AS memory,
       coalesce(chunk.text, chunk.kept_text, '') AS text, chunk.start AS start, chunk.end AS end,
       coalesce(chunk.asks, false) AS asks,
       2 * score - 1 AS cosine, null AS words
