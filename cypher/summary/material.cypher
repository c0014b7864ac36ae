// What a summary may quote: the active memories of a project or a session, the newest first, with vectors and names.
// mode:   read
// params: user_id, project, session_id, audiences, limit
// rows:   memory, chunks, entities
CALL () {
  MATCH (project:Project {user_id: $user_id, path: $project})
  MATCH (memory:Memory {user_id: $user_id})-[:IN_PROJECT]->(project)
  RETURN memory
 UNION
  MATCH (session:Session {user_id: $user_id, id: $session_id})
  MATCH (memory:Memory {user_id: $user_id})-[:IN_SESSION]->(session)
  RETURN memory
}
WITH memory
WHERE memory.status = 'active' AND ($audiences IS NULL OR memory.audience IN $audiences)
ORDER BY memory.created_at DESC, memory.id DESC
LIMIT $limit
CALL (memory) {
  MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
  WITH chunk
  ORDER BY chunk.ordinal
  RETURN collect(chunk {.start, .end, sentences: chunk.sentences, embedding: chunk.embedding}) AS chunks
}
CALL (memory) {
  MATCH (entity:Entity)<-[tie:MENTIONS|DESCRIBES]-(chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
  WHERE entity.key <> 'me'
  RETURN collect({id: entity.id, starts: tie.starts}) AS entities
}
RETURN memory {.id, .text, .content_hash, .importance, .pinned, .kind, .category, .tags, .speaker, .session_id, .created_at,
               .occurred_at, .utc_offset, .updated_at} AS memory, chunks, entities
ORDER BY memory.created_at, memory.id
