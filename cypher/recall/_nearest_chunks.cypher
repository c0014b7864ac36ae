// The chunks nearest to a vector, each with its `cosine`: filtered in the index as far as it knows the filters.
// A project and those below it are two ranges, each asked by itself: together they would hold "shop-old" beside "shop".
UNWIND $filters.project_ranges AS range
MATCH (chunk:Chunk)
  SEARCH chunk IN (VECTOR INDEX chunk_embedding FOR $vector
                   WHERE chunk.user_id = $user_id AND chunk.status = $filters.status
                     AND chunk.project >= range.low AND chunk.project <= range.high
                     AND chunk.category >= $filters.category_low AND chunk.category <= $filters.category_high
                     AND chunk.session_id >= $filters.session_low AND chunk.session_id <= $filters.session_high
                     AND chunk.created_at >= $filters.created_from AND chunk.created_at <= $filters.created_to
                   LIMIT $candidates)
// The index keeps a byte of each value of a vector and scores by the spread of those beside it: too rough to rank by.
WITH chunk, 2 * vector.similarity.cosine(chunk.embedding, $vector) - 1 AS cosine
