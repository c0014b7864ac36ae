// Memories whose importance is to be computed wait in an index, those from before it was kept in parts among them.

// name: memory_to_weigh
// Finds the memories that wait to be weighed.
CREATE INDEX memory_to_weigh IF NOT EXISTS
FOR (memory:Memory) ON (memory.to_weigh, memory.created_at);

// name: memory_to_weigh_of_user
// Finds those of one user.
CREATE INDEX memory_to_weigh_of_user IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.to_weigh, memory.created_at);

// name: mark_unweighed
// Marks the memories of earlier databases: their importance is computed in the background, or by the next recompute.
// mode: batch
// rows: marked
MATCH (memory:Memory)
WHERE memory.created_at IS NOT NULL AND memory.importance_parts IS NULL
CALL (memory) {
  SET memory.to_weigh = true
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS marked;
