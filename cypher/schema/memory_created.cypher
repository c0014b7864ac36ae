// Lists memories by the time they were kept.
// mode:   schema
// params: 
// rows:
CREATE INDEX memory_created IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.created_at)
