// The chunks whose words hold a name that no tie of theirs gives, with where they name something already.
// mode:   read
// params: user_id, asked, most
// rows:   chunk_id, text, start, taken
UNWIND $asked AS one
CALL (one) {
  CALL db.index.fulltext.queryNodes('chunk_words', one.query, {limit: $most})
  YIELD node AS chunk
  WITH chunk
  WHERE chunk:Chunk AND chunk.user_id = $user_id
    AND NOT EXISTS { (chunk)-[:MENTIONS|DESCRIBES {key: one.key}]->(:Entity) }
    // What waits to be understood gets better ties then.
    AND NOT EXISTS { (chunk)-[:PART_OF]->(:Memory {user_id: $user_id, pending: true}) }
  RETURN chunk
}
WITH DISTINCT chunk
RETURN chunk.id AS chunk_id, chunk.text AS text, chunk.start AS start,
       [(chunk)-[tie:MENTIONS|DESCRIBES]->(:Entity {user_id: $user_id}) | [tie.starts, tie.ends]] AS taken
