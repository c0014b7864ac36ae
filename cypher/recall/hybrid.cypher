// Candidates for a question by vector and words, fused, joined once over the entities they share, best first.
// mode:   read
// params: user_id, filters, status, vector, query, keys, longer, candidates, spread, turns_distance, words_share, words_power, language, linked_weight, common_types, common_share, seeds, hub, rare, about_most, sought, of_me, assistants, behind, standing, standing_kinds, standing_weight, asked_kinds, of_kind, kind_weight, scope, elsewhere, kept, whole, closely, text_most
// rows:   candidates
CYPHER 25
MATCH (user:User {id: $user_id})
CALL () {
  MATCH (chunk:Chunk)
    SEARCH chunk IN (VECTOR INDEX chunk_embedding FOR $vector
                     WHERE chunk.user_id = $user_id AND chunk.status = $status
                     LIMIT $candidates)
  // Its scores are too rough to rank by (recall/_nearest_chunks): `_pool` works out each cosine.
  RETURN chunk, null AS cosine, 0.0 AS words
  UNION ALL
  CALL db.index.fulltext.queryNodes('chunk_terms', $query, {limit: $candidates})
  YIELD node AS chunk, score
  WITH chunk, score
  WHERE chunk:Chunk AND chunk.user_id = $user_id
  RETURN chunk, null AS cosine, score AS words
  UNION ALL
  // include: recall/_standing
  UNION ALL
  // include: recall/_of_kind
}
WITH user, chunk, max(words) AS words, max(cosine) AS cosine
// include: recall/_pool
// include: recall/_asked_entities
// include: recall/_about_asked
// include: recall/_base_score
// include: recall/_join
ORDER BY rough DESC, chunk.id
LIMIT $kept
MATCH (chunk)-[:PART_OF]->(memory)
WHERE memory.user_id = $user_id
// include: recall/_endings
WITH asked, collect({chunk: chunk, memory: memory, words: words, cosine: cosine, linked: linked, base: base, ties: ties,
                     endings: endings}) AS rows
// include: recall/_candidate_rows
