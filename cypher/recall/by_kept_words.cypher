// The archived memories that hold words of a question, by their best chunk: they are in no index, and all of the user's are read.
// mode:   read
// params: user_id, filters, words, kept, text_most
// rows:   chunk_id, memory, text, start, end, asks, cosine, words
MATCH (memory:Memory {user_id: $user_id, status: 'archived'})
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
MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
WITH memory, chunk, split(chunk.kept_words, ' ') AS held
WITH memory, chunk, [word IN $words WHERE word IN held] AS met
WHERE size(met) > 0
WITH collect({memory: memory, chunk: chunk, met: met}) AS pool
// A word counts by how rare it is among what holds any of them.
WITH pool, [word IN $words | log(1 + toFloat(size(pool)) / (1 + size([one IN pool WHERE word IN one.met])))] AS weights
UNWIND pool AS one
WITH one.memory AS memory, one.chunk AS chunk,
     reduce(sum = 0.0, place IN range(0, size($words) - 1) |
            sum + CASE WHEN $words[place] IN one.met THEN weights[place] ELSE 0.0 END) AS score
ORDER BY score DESC, chunk.id
WITH memory, head(collect({chunk: chunk, score: score})) AS best
WITH memory, best.chunk AS chunk, best.score AS score
ORDER BY score DESC, chunk.id
LIMIT $kept
RETURN chunk.id AS chunk_id,
       memory {.*, text: CASE WHEN size(memory.text) <= $text_most THEN memory.text END} AS memory,
       coalesce(chunk.text, chunk.kept_text, '') AS text, chunk.start AS start, chunk.end AS end,
       coalesce(chunk.asks, false) AS asks,
       null AS cosine, score AS words
ORDER BY score DESC, chunk_id
