// The chunks that hold the words of a question, best first.
// mode:   read
// params: user_id, filters, query, candidates, kept, text_most
// rows:   chunk_id, memory, text, start, end, asks, endings, cosine, words
CALL db.index.fulltext.queryNodes('chunk_terms', $query, {limit: $candidates})
YIELD node AS chunk, score
WITH chunk, score
WHERE chunk:Chunk AND chunk.user_id = $user_id AND chunk.status = $filters.status
MATCH (chunk)-[:PART_OF]->(memory)
WHERE memory.user_id = $user_id
  // include: recall/_passes_filters
WITH chunk, memory, score
ORDER BY score DESC, chunk.id
LIMIT $kept
// include: recall/_endings
// include: recall/_chunk_columns
       null AS cosine, score AS words
