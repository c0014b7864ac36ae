// A user's memories after a cursor, and of those that lack vectors on the other side the chunks, with the turns beside.
// mode:   read
// params: user_id, after, after_id, limit
// rows:   created_at, id, stamp, memory, chunks
MATCH (own:Memory {user_id: $user_id})
WHERE own.created_at >= $after AND CASE WHEN own.created_at = $after THEN own.id > $after_id ELSE true END
WITH own
ORDER BY own.user_id, own.created_at, own.id
LIMIT $limit
WITH own, EXISTS {
       MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(own)
       WHERE (chunk.embedding IS NOT NULL OR chunk.kept_embedding IS NOT NULL)
         AND chunk.embedding_b IS NULL AND chunk.kept_embedding_b IS NULL
     } AS lacking
CALL (own, lacking) {
  WITH own, lacking
  WHERE lacking
  MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(own)
  CALL (own, chunk) {
    // include: reembedding/_near
    RETURN collect(near {.id, .ordinal, .start, .end, .language, seen: seen, place: place, memory: owner {.*},
                         text: coalesce(near.text, near.kept_text),
                         waits: near.embedding IS NULL AND near.kept_embedding IS NULL}) AS turns
  }
  WITH chunk, turns
  ORDER BY chunk.ordinal
  RETURN collect(chunk {.id, .ordinal, .start, .end, .language, near: turns, text: coalesce(chunk.text, chunk.kept_text),
                        tail: chunk.own_embedding IS NOT NULL}) AS chunks
}
RETURN own.created_at AS created_at, own.id AS id, toString(own.updated_at) AS stamp,
       CASE WHEN lacking THEN own {.*} END AS memory, chunks
ORDER BY created_at, id
