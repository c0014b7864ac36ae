// What a memory is of tells whether it counts whenever something is to be done: rules and preferences.

// name: memory_kind
// Finds the rules and the preferences of a user among all memories.
CREATE INDEX memory_kind IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.kind);
