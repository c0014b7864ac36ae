// What stands at one place of its source is found again, so that its next text replaces it.

// name: memory_place
// Finds the memory of a section or record of a file.
CREATE INDEX memory_place IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.place);

// name: version_memory
// Lists the earlier texts of a memory.
CREATE INDEX version_memory IF NOT EXISTS
FOR (version:MemoryVersion) ON (version.user_id, version.memory_id);
