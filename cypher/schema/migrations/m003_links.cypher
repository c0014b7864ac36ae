// Memories are linked, and facts inferred, in the background: both wait in a queue.

// name: inference_identity
// One node for each thing inferred for a user.
CREATE CONSTRAINT inference_identity IF NOT EXISTS
FOR (inference:Inference) REQUIRE (inference.user_id, inference.id) IS UNIQUE;

// name: memory_to_link
// Finds the memories that wait to be linked.
CREATE INDEX memory_to_link IF NOT EXISTS
FOR (memory:Memory) ON (memory.to_link, memory.created_at);

// name: memory_session
// Walks a session back in time.
CREATE INDEX memory_session IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.session_id, memory.created_at);

// name: entity_to_infer
// Finds the entities whose facts changed since something was inferred of them.
CREATE INDEX entity_to_infer IF NOT EXISTS
FOR (entity:Entity) ON (entity.to_infer, entity.user_id);

// name: mark_unlinked
// Marks the memories of a database from before there were links as to be linked, and their entities likewise.
// mode: batch
// rows: marked
MATCH (memory:Memory)
WHERE memory.created_at IS NOT NULL AND memory.to_link IS NULL
CALL (memory) {
  SET memory.to_link = true
  WITH memory
  MATCH (memory)<-[:PART_OF]-(:Chunk)-[:STATES]->(:Fact)-[:SUBJECT|OBJECT]->(entity:Entity)
  SET entity.to_infer = true
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS marked;
