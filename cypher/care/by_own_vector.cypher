// Which of some chunks the vector index does not find by their own vector.
// mode:   read
// params: user_id, ids, limit, same
// rows:   id
CYPHER 25
MATCH (own:Chunk {user_id: $user_id})
USING INDEX SEEK own:Chunk(id)
WHERE own.id IN $ids AND own.embedding IS NOT NULL
CALL (own) {
  MATCH (chunk:Chunk)
    SEARCH chunk IN (VECTOR INDEX chunk_embedding FOR own.embedding WHERE chunk.user_id = $user_id LIMIT $limit) SCORE AS score
  RETURN count(*) AS hits, min(score) AS least, sum(CASE WHEN chunk.id = own.id THEN 1 ELSE 0 END) AS seen
}
WITH own, hits, least, seen
// Among so many that say the same it may be left out.
WHERE seen = 0 AND NOT (hits = $limit AND least >= $same)
RETURN own.id AS id
