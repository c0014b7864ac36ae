// The plainest hybrid query there is, vectors and words of one user united: what the benchmark compares recall with.
// mode:   read
// params: user_id, vector, query, candidates
// rows:   chunk_id, memory_id, text, cosine, words
CYPHER 25
CALL () {
  MATCH (chunk:Chunk)
    SEARCH chunk IN (VECTOR INDEX chunk_embedding FOR $vector
                     WHERE chunk.user_id = $user_id
                     LIMIT $candidates) SCORE AS score
  RETURN chunk, score AS cosine, 0.0 AS words
  UNION ALL
  MATCH (chunk:Chunk)
    SEARCH chunk IN (FULLTEXT INDEX chunk_terms FOR $query LIMIT $candidates) SCORE AS score
  WHERE chunk.user_id = $user_id
  RETURN chunk, 0.0 AS cosine, score AS words
}
WITH chunk, max(cosine) AS cosine, max(words) AS words
MATCH (chunk)-[:PART_OF]->(memory)
WHERE memory.user_id = $user_id
RETURN chunk.id AS chunk_id, memory.id AS memory_id, chunk.text AS text, cosine, words
ORDER BY cosine + words DESC
LIMIT 60
