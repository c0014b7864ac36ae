// Finds the backlog, memories stored but not yet understood, in the order in which they came.
// mode:   schema
// params: 
// rows:
CREATE INDEX memory_backlog IF NOT EXISTS
FOR (memory:Memory) ON (memory.pending, memory.id)
