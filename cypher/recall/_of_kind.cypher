// Where memories of a kind are asked for ("What are the open tasks?"): the nearest of that kind, which share no words.
UNWIND $asked_kinds AS kind
MATCH (memory:Memory {user_id: $user_id, kind: kind})<-[:PART_OF]-(chunk:Chunk)
WHERE chunk.status = $status
WITH chunk, 2 * vector.similarity.cosine(chunk.embedding, $vector) - 1 AS cosine
ORDER BY coalesce(cosine, -1.0) DESC, chunk.id
LIMIT $of_kind
RETURN chunk, cosine, 0.0 AS words
