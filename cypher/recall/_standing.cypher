// Where something is to be done: what somebody asked an assistant to mind always, the nearest of it.
// A few words between its long answers take their meaning and their words from these: neither index leads to them.
UNWIND range(1, CASE WHEN $standing > 0 THEN 1 ELSE 0 END) AS some
MATCH (chunk:Chunk {user_id: $user_id, standing: true})
WHERE chunk.status = $status
WITH chunk, 2 * vector.similarity.cosine(chunk.embedding, $vector) - 1 AS cosine
ORDER BY coalesce(cosine, -1.0) DESC, chunk.id
LIMIT $standing
RETURN chunk, cosine, 0.0 AS words
