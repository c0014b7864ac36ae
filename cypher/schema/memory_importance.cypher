// Lists memories by importance.
// mode:   schema
// params: 
// rows:
CREATE INDEX memory_importance IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.importance)
