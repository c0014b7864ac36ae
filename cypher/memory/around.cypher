// The turns of a talk near a memory, in order, each with its memory: what its words and vectors may stand in.
// mode:   read
// params: user_id, id, entire
// rows:   chunk_id, memory, is_last
MATCH (centre:Chunk {user_id: $user_id})-[:PART_OF]->(own:Memory {id: $id, user_id: $user_id})
WHERE own.speaker IS NOT NULL AND own.session_id <> ''
CALL (centre, own) {
  MATCH way = (centre)-[:NEXT*0..7]->(chunk:Chunk {user_id: $user_id, session_id: own.session_id})
  RETURN chunk, centre.ordinal + length(way) AS place
 UNION
  MATCH way = (chunk:Chunk {user_id: $user_id, session_id: own.session_id})-[:NEXT*0..7]->(centre)
  RETURN chunk, centre.ordinal - length(way) AS place
}
// By their place in the talk: two writers may have given later turns earlier ids.
WITH chunk, min(place) AS place
MATCH (chunk)-[:PART_OF]->(memory:Memory {user_id: $user_id})
RETURN chunk.id AS chunk_id,
       CASE WHEN $entire THEN memory {.*} ELSE memory {.id, .content_hash, .status} END AS memory,
       NOT EXISTS { (chunk)-[:NEXT]->(:Chunk {user_id: $user_id}) } AS is_last
ORDER BY place
