// The same as recall/hybrid for a question with filters: in the indexes where they can be, on the memory otherwise.
// mode:   read
// params: user_id, status, filters, vector, query, keys, longer, candidates, texts, among, only, spread, turns_distance, words_share, words_power, language, linked_weight, common_types, common_share, seeds, hub, rare, about_most, sought, of_me, assistants, behind, standing, standing_kinds, standing_weight, asked_kinds, of_kind, kind_weight, scope, elsewhere, kept, each, whole, closely, text_most
// rows:   candidates
CYPHER 25
MATCH (user:User {id: $user_id})
CALL () {
  // include: recall/_nearest_chunks
  RETURN chunk, cosine, 0.0 AS words
  UNION ALL
  CALL db.index.fulltext.queryNodes('chunk_terms', $query, {limit: $texts})
  YIELD node AS chunk, score
  WITH chunk, score
  WHERE $only IS NULL AND chunk:Chunk AND chunk.user_id = $user_id AND chunk.status = $status
    AND chunk.created_at >= $filters.created_from AND chunk.created_at <= $filters.created_to
  MATCH (chunk)-[:PART_OF]->(memory)
  WHERE memory.user_id = $user_id
    // include: recall/_passes_filters
  // They come best first: as soon as there are enough that pass the filters, no more are looked at.
  WITH chunk, score
  LIMIT $candidates
  RETURN chunk, null AS cosine, score AS words
  UNION ALL
  // What is ranked in any case keeps what its words are worth; the id of a chunk begins with that of its memory.
  UNWIND $among[..1] AS some
  CALL db.index.fulltext.queryNodes('chunk_terms', $query, {limit: $texts})
  YIELD node AS chunk, score
  WITH chunk, score
  WHERE chunk:Chunk AND chunk.user_id = $user_id AND chunk.status = $status
    AND split(chunk.id, '.')[0] IN $among
  RETURN chunk, null AS cosine, score AS words
  UNION ALL
  // Memories that are ranked whatever the indexes give.
  UNWIND $among AS id
  MATCH (listed:Memory {id: id, user_id: $user_id})
  USING INDEX SEEK listed:Memory(id)
  MATCH (listed)<-[:PART_OF]-(chunk)
  WHERE chunk.user_id = $user_id AND chunk.status = $status
  RETURN chunk, null AS cosine, 0.0 AS words
  UNION ALL
  // include: recall/_standing
  UNION ALL
  // include: recall/_of_kind
}
WITH user, chunk, max(words) AS words, max(cosine) AS cosine
MATCH (chunk)-[:PART_OF]->(memory)
WHERE memory.user_id = $user_id
  AND ($only IS NULL OR memory.id IN $only)
  // include: recall/_passes_filters
// include: recall/_pool
// include: recall/_asked_entities
// include: recall/_about_asked
// include: recall/_base_score
// include: recall/_join
MATCH (chunk)-[:PART_OF]->(memory)
WHERE memory.user_id = $user_id
  AND ($only IS NULL OR memory.id IN $only)
  // include: recall/_passes_filters
WITH asked, chunk, memory, words, cosine, linked, base, ties, rough
ORDER BY rough DESC, chunk.id
// A long memory must not leave too little room for others: a few chunks of each will do.
WITH asked, memory, collect({chunk: chunk, words: words, cosine: cosine, linked: linked, base: base, ties: ties,
                             rough: rough})[..$each] AS few
UNWIND few AS one
WITH asked, memory, one.chunk AS chunk, one.words AS words, one.cosine AS cosine, one.linked AS linked, one.base AS base,
     one.ties AS ties, one.rough AS rough
ORDER BY rough DESC, chunk.id
LIMIT $kept
// include: recall/_endings
WITH asked, collect({chunk: chunk, memory: memory, words: words, cosine: cosine, linked: linked, base: base, ties: ties,
                     endings: endings}) AS rows
// include: recall/_candidate_rows
