// The archived memories that hold words of a question, by their best chunk: they are in no index, and all of the user's are read.
// mode:   read
// params: user_id, filters, words, kept, text_most
// rows:   chunk_id, memory, text, start, end, asks, endings, cosine, words
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.status = 'archived'
  // include: recall/_passes_filters
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
// include: recall/_endings
// include: recall/_chunk_columns
       null AS cosine, score AS words
ORDER BY score DESC, chunk_id
