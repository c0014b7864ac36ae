// Lists memories by the time they speak of.
// mode:   schema
// params: 
// rows:
CREATE INDEX memory_occurred IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.occurred_at)
