// Finds the backlog: memories stored but not yet understood.
// mode:   schema
// params: 
// rows:
CREATE INDEX memory_pending IF NOT EXISTS
FOR (memory:Memory) ON (memory.pending, memory.created_at)
