// The backlog is read in the order of its index: to sort all of it takes longer the more there is.

// name: memory_backlog
// Finds the backlog, memories stored but not yet understood, in the order in which they came.
CREATE INDEX memory_backlog IF NOT EXISTS
FOR (memory:Memory) ON (memory.pending, memory.id);

// name: drop_memory_pending
// Gives up an index of the backlog by the times that memories were given: it is worked off as it came.
DROP INDEX memory_pending IF EXISTS;
