// The memories of a session, the newest first, each with the facts that it changed.
// mode:   read
// params: user_id, session_id, audiences, limit
// rows:   memory, changed
MATCH (session:Session {user_id: $user_id, id: $session_id})
MATCH (memory:Memory {user_id: $user_id})-[:IN_SESSION]->(session)
WHERE memory.status = 'active' AND ($audiences IS NULL OR memory.audience IN $audiences)
WITH memory
ORDER BY memory.created_at DESC, memory.id DESC
LIMIT $limit
CALL (memory) {
  MATCH (memory)<-[:PART_OF]-(chunk:Chunk {user_id: $user_id})-[:STATES]->(later:Fact)<-[:FROM]-(said:Inference)-[:TO]->(older:Fact)
  WHERE said.user_id = $user_id AND said.kind = 'superseded' AND coalesce(said.validation_status, '') <> 'rejected'
  MATCH (later)-[:SUBJECT]->(subject:Entity)
  MATCH (later)-[:OBJECT]->(object:Entity)
  MATCH (older)-[:OBJECT]->(was:Entity)
  // What was before, somebody said too.
  WHERE $audiences IS NULL OR EXISTS {
    MATCH (older)<-[:STATES]-(:Chunk)-[:PART_OF]->(before:Memory) WHERE before.audience IN $audiences }
  RETURN collect(DISTINCT {subject: subject.name, predicate: later.predicate, object: object.name, was: was.name}) AS changed
}
RETURN memory {.id, .text, .speaker, .created_at, .occurred_at, .utc_offset, .category, .tags} AS memory, changed
ORDER BY memory.created_at DESC, memory.id DESC
