// The turns whose vectors stand in that of a `chunk` of the memory `own`: each with its memory and its place beside it.
CALL (own, chunk) {
  MATCH way = (near:Chunk {user_id: $user_id, session_id: own.session_id})-[:NEXT*1..2]->(chunk)
  RETURN near, -length(way) AS place
  UNION ALL
  MATCH way = (chunk)-[:NEXT*1..2]->(near:Chunk {user_id: $user_id, session_id: own.session_id})
  RETURN near, length(way) AS place
}
WITH own, near, place
WHERE own.speaker IS NOT NULL AND own.session_id <> ''
MATCH (near)-[:PART_OF]->(owner:Memory {user_id: $user_id})
WITH near, owner, place, near.id + ' ' + owner.content_hash + ' ' + toString(owner.updated_at) AS seen
ORDER BY place
