// Whether others may see anything of a project is asked of each with every message of theirs.

// name: memory_audience
// Finds a memory of a project for those who may read it, without looking through all that is private in it.
CREATE INDEX memory_audience IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.project, memory.audience);
