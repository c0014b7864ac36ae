// The chunks nearest to a vector, nearest first.
// mode:   read
// params: user_id, filters, vector, candidates, kept, text_most
// rows:   chunk_id, memory, text, start, end, asks, endings, cosine, words
CYPHER 25
// include: recall/_nearest_chunks
MATCH (chunk)-[:PART_OF]->(memory)
WHERE memory.user_id = $user_id
  // include: recall/_passes_filters
WITH chunk, memory, cosine
ORDER BY cosine DESC, chunk.id
LIMIT $kept
// include: recall/_endings
// include: recall/_chunk_columns
       cosine, null AS words
