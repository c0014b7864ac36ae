// Memories are found by the source that they come from. Chunks get a token for each project above their own (in Python).

// name: memory_source
// Finds the memories of a file or folder.
CREATE INDEX memory_source IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.source);
