// Versions of memories have ids, numbers and acts; what happened is recorded of every act, and told by whom.

// name: number_versions
// Numbers the texts that memories had, in their order.
// mode: batch
// rows: numbered
MATCH (memory:Memory)
WHERE memory.created_at IS NOT NULL
CALL (memory) {
  MATCH (version:MemoryVersion {user_id: memory.user_id, memory_id: memory.id})
  WHERE version.number IS NULL
  WITH version
  ORDER BY version.until
  WITH collect(version) AS versions
  UNWIND range(0, size(versions) - 1) AS place
  WITH place, versions[place] AS version
  SET version.number = place + 1, version.act = 'edited', version.by = 'unknown', version.fields = ['text', 'title'],
      version.id = version.memory_id + '.v' + toString(place + 1)
  RETURN count(*) AS numbered
} IN TRANSACTIONS OF 1000 ROWS
RETURN sum(numbered) AS numbered;

// name: complete_events
// Gives the records of earlier databases what those of today have.
// mode: batch
// rows: completed
MATCH (event:AuditEvent)
WHERE event.memory_ids IS NULL AND event.memory_id IS NOT NULL
CALL (event) {
  SET event.memory_ids = [event.memory_id], event.number = 1, event.by = 'unknown', event.fields = []
  REMOVE event.memory_id
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS completed;
