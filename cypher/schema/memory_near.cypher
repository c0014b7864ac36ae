// Finds memories that say the same but for case, width and punctuation.
// mode:   schema
// params:
// rows:
CREATE INDEX memory_near IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.near_hash)
