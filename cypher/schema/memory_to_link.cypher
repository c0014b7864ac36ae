// Finds the memories that wait to be linked.
// mode:   schema
// params: 
// rows:
CREATE INDEX memory_to_link IF NOT EXISTS
FOR (memory:Memory) ON (memory.to_link, memory.created_at)
