// Adds the chunks that an asked entity describes, `linked` by how rare it is.
// What a passage with a title is about, its title says; of one without, its topic has to do. A turn is about nothing
// for long: of talks this is asked in vain (REALTALK − 1.1, LoCoMo − 0.2 when it counts).
CALL (asked, total, scale) {
  UNWIND asked AS entity
  CALL (entity) {
    MATCH (entity)<-[tie:DESCRIBES]-(chunk:Chunk {user_id: $user_id, status: $status})
    MATCH (chunk)-[:PART_OF]->(memory)
    WHERE memory.user_id = $user_id AND chunk.speaker IS NULL AND (tie.titled OR NOT memory.titled)
    WITH chunk
    LIMIT $about_most + 1
    RETURN collect(chunk) AS abouts
  }
  WITH entity, abouts
  WHERE size(abouts) <= $about_most AND entity.mention_count > 0
  UNWIND abouts AS chunk
  WITH chunk, max(log(1 + total / entity.mention_count) / scale) AS linked
  RETURN collect({chunk: chunk, linked: linked}) AS links
}
CALL (pool, links) {
  UNWIND pool AS item
  WITH item.chunk AS chunk, item.words AS words, item.cosine AS cosine
  RETURN chunk, words, cosine, 0.0 AS linked
  UNION ALL
  UNWIND links AS item
  WITH item.chunk AS chunk, item.linked AS linked
  RETURN chunk, 0.0 AS words,
         2 * vector.similarity.cosine(coalesce(chunk.embedding, chunk.kept_embedding), $vector) - 1 AS cosine, linked
}
WITH asked, total, scale, best_cosine, best_turn, best_words,
     chunk, max(words) AS words, max(cosine) AS cosine, max(linked) AS linked
