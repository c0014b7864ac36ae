// Deletes all memories of a user with their chunks and facts.
// mode:   batch
// params: user_id
// rows:   deleted
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.created_at IS NOT NULL
CALL (memory) {
  OPTIONAL MATCH (memory)<-[:PART_OF]-(chunk:Chunk {user_id: $user_id})
  OPTIONAL MATCH (chunk)-[:STATES]->(fact:Fact|LiteralFact {user_id: $user_id})
  OPTIONAL MATCH (version:MemoryVersion {user_id: $user_id, memory_id: memory.id})
  DETACH DELETE fact, chunk, version, memory
} IN TRANSACTIONS OF 200 ROWS
RETURN count(*) AS deleted
