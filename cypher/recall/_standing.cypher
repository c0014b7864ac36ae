// Where something is to be done: what shall always be minded, a rule, a preference or what was said so; the nearest.
// A few words between long answers take their meaning and their words from these: neither index leads to them.
UNWIND range(1, CASE WHEN $standing > 0 THEN 1 ELSE 0 END) AS some
CALL (some) {
  MATCH (chunk:Chunk {user_id: $user_id, standing: true})
  WHERE some > 0
  RETURN chunk
  UNION
  UNWIND $standing_kinds AS kind
  MATCH (ruling:Memory {user_id: $user_id, kind: kind})<-[:PART_OF]-(chunk:Chunk)
  WHERE (chunk.speaker IS NULL OR ruling.session_id = '') AND NOT toLower(coalesce(chunk.speaker, '')) IN $assistants
  RETURN chunk
}
WITH chunk
WHERE chunk.status = $status
WITH chunk, 2 * vector.similarity.cosine(chunk.embedding, $vector) - 1 AS cosine
ORDER BY coalesce(cosine, -1.0) DESC, chunk.id
LIMIT $standing
RETURN chunk, cosine, 0.0 AS words
