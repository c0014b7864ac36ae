// The candidates as one `pool`, the best of each signal, and what tells how rare an entity is.
// Each has its true cosine, whatever led to it; of what is archived by the vector it keeps.
WITH user, chunk, words,
     coalesce(cosine, 2 * vector.similarity.cosine(coalesce(chunk.embedding, chunk.kept_embedding), $vector) - 1) AS cosine
WITH user, collect({chunk: chunk, words: words, cosine: cosine}) AS pool,
     max(cosine) AS best_cosine, max(CASE WHEN chunk.speaker IS NOT NULL THEN cosine END) AS best_turn,
     max(words) AS best_words
// How rare an entity is among the user's chunks, on 0–1: ln(1 + N / n) / ln(1 + N).
WITH pool, best_cosine, best_turn, CASE WHEN best_words > 0 THEN best_words ELSE 1.0 END AS best_words,
     toFloat(user.chunk_count) AS total, log(1 + user.chunk_count) AS scale
