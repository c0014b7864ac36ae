// Which of some chunks the full-text index does not find by their own words.
// mode:   read
// params: user_id, chunks, limit
// rows:   id
UNWIND $chunks AS row
MATCH (own:Chunk {id: row.id, user_id: $user_id})
CALL (row) {
  CALL db.index.fulltext.queryNodes('chunk_terms', row.query, {limit: $limit}) YIELD node
  WITH node AS chunk
  WHERE chunk.user_id = $user_id
  RETURN count(*) AS hits, sum(CASE chunk.id WHEN row.id THEN 1 ELSE 0 END) AS seen
}
WITH own, hits, seen
// Among so many that say the same it may be left out.
WHERE seen = 0 AND hits < $limit
RETURN own.id AS id
