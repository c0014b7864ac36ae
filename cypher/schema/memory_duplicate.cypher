// Finds the memories that were flagged as saying the same as another.
// mode:   schema
// params:
// rows:
CREATE INDEX memory_duplicate IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.duplicate_of)
