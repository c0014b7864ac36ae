// The memories of a session, the newest first, each with the facts that it changed.
// mode:   read
// params: user_id, session_id, audiences, limit
// rows:   memory, changed, decided
MATCH (session:Session {user_id: $user_id, id: $session_id})
MATCH (memory:Memory {user_id: $user_id})-[:IN_SESSION]->(session)
WHERE memory.status = 'active' AND ($audiences IS NULL OR memory.audience IN $audiences)
WITH memory
ORDER BY memory.created_at DESC, memory.id DESC
LIMIT $limit
CALL (memory) {
  MATCH (memory)<-[:PART_OF]-(chunk:Chunk {user_id: $user_id})-[:STATES]->(later:Fact)<-[:FROM]-(said:Inference)-[:TO]->(older:Fact)
  WHERE said.user_id = $user_id AND said.kind = 'superseded' AND coalesce(said.validation_status, '') <> 'rejected'
    // What came in its place and is over itself stands no more.
    AND NOT EXISTS {
      (later)<-[:TO]-(ended:Inference {user_id: $user_id, kind: 'superseded'})
      WHERE coalesce(ended.validation_status, '') <> 'rejected' }
  MATCH (later)-[:SUBJECT]->(subject:Entity)
  MATCH (later)-[:OBJECT]->(object:Entity)
  MATCH (older)-[:OBJECT]->(was:Entity)
  // The name of an entity is made of all that names it: for others it is as it stands in what they may read. What was
  // before, somebody said too.
  WITH DISTINCT later.predicate AS predicate,
    CASE WHEN $audiences IS NULL THEN subject.name ELSE head(COLLECT {
      MATCH (chunk)-[tie:MENTIONS|DESCRIBES]->(subject) RETURN tie.surfaces[0] AS surface ORDER BY surface LIMIT 1 }) END AS subject,
    CASE WHEN $audiences IS NULL THEN object.name ELSE head(COLLECT {
      MATCH (chunk)-[tie:MENTIONS|DESCRIBES]->(object) RETURN tie.surfaces[0] AS surface ORDER BY surface LIMIT 1 }) END AS object,
    CASE WHEN $audiences IS NULL THEN was.name ELSE head(COLLECT {
      MATCH (older)<-[:STATES]-(source:Chunk {user_id: $user_id})-[:PART_OF]->(before:Memory)
      WHERE before.audience IN $audiences
      MATCH (source)-[tie:MENTIONS|DESCRIBES]->(was)
      RETURN tie.surfaces[0] AS surface ORDER BY surface LIMIT 1 }) END AS was
  WHERE subject IS NOT NULL AND object IS NOT NULL AND was IS NOT NULL
  RETURN collect({subject: subject, predicate: predicate, object: object, was: was}) AS changed
}
RETURN memory {.id, .text, .speaker, .created_at, .occurred_at, .utc_offset, .category, .tags} AS memory, changed,
  COLLECT {
    MATCH (memory)<-[:PART_OF]-(:Chunk {user_id: $user_id})-[:STATES]->(fact:Fact|LiteralFact)
    WHERE fact.decided
    RETURN DISTINCT [fact.start, fact.end] } AS decided
ORDER BY memory.created_at DESC, memory.id DESC
