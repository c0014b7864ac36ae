// Marks the memories of a database from before there were links as to be linked, and their entities likewise.
// mode:   schema
// params: 
// rows:   marked
MATCH (memory:Memory)
WHERE memory.created_at IS NOT NULL AND memory.to_link IS NULL
CALL (memory) {
  SET memory.to_link = true
  WITH memory
  MATCH (memory)<-[:PART_OF]-(:Chunk)-[:STATES]->(:Fact)-[:SUBJECT|OBJECT]->(entity:Entity)
  SET entity.to_infer = true
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS marked
