// Finds what a user has pinned.
// mode:   schema
// params: 
// rows:
CREATE INDEX memory_pinned IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.pinned)
