// A context begins with what is pinned, and must not look through all memories for it.

// name: memory_pinned
// Finds what a user has pinned.
CREATE INDEX memory_pinned IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.pinned);
