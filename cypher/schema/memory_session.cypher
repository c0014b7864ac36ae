// Walks a session back in time.
// mode:   schema
// params: 
// rows:
CREATE INDEX memory_session IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.session_id, memory.created_at)
