// When memories were kept here and when they were put away: what a rotation goes by, and the archive is listed by.

// name: memory_archived
// Lists what is archived by the time at which it was put away.
CREATE INDEX memory_archived IF NOT EXISTS
FOR (memory:Memory) ON (memory.user_id, memory.archived_at);

// name: tell_when_stored
// Of memories from before, the upgrade is the time at which they were kept: none is old on the day after it.
// mode: batch
// rows: marked
MATCH (memory:Memory)
WHERE memory.created_at IS NOT NULL AND memory.stored_at IS NULL
CALL (memory) {
  SET memory.stored_at = datetime()
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS marked;

// name: tell_when_archived
// What a person archived before was archived when it was changed last.
// mode: batch
// rows: marked
MATCH (memory:Memory)
WHERE memory.created_at IS NOT NULL AND memory.status = 'archived' AND memory.archived_at IS NULL
CALL (memory) {
  SET memory.archived_at = coalesce(memory.updated_at, memory.created_at), memory.archived_by = 'person'
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS marked;
