// What is indexed of one memory: itself, how many chunks, what it describes, and which memories it is linked with.
// mode:   read
// params: user_id, id, limit
// rows:   memory, chunks, described, links_to, links_from, embedded
MATCH (memory:Memory {id: $id, user_id: $user_id})
CALL (memory) {
  MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
  RETURN count(chunk) AS chunks, count(chunk.embedding) AS embedded
}
CALL (memory) {
  MATCH (memory)<-[:PART_OF]-(:Chunk {user_id: $user_id})-[:DESCRIBES]->(entity:Entity {user_id: $user_id})
  WHERE entity.type <> 'TimeUnit' AND entity.key <> 'me'
  WITH DISTINCT entity
  ORDER BY entity.mention_count DESC, entity.id
  LIMIT $limit
  RETURN collect(entity.name) AS described
}
CALL (memory) {
  MATCH (memory)-[link
  // include: link/_kinds
  ]->(other:Memory {user_id: $user_id})
  WHERE link.validation_status <> 'rejected'
  WITH other, max(link.confidence) AS confidence
  ORDER BY confidence DESC, other.id
  LIMIT $limit
  RETURN collect(other.id) AS links_to
}
CALL (memory) {
  MATCH (memory)<-[link
  // include: link/_kinds
  ]-(other:Memory {user_id: $user_id})
  WHERE link.validation_status <> 'rejected'
  WITH other, max(link.confidence) AS confidence
  ORDER BY confidence DESC, other.id
  LIMIT $limit
  RETURN collect(other.id) AS links_from
}
RETURN memory {.*} AS memory, chunks, described, links_to, links_from, embedded
