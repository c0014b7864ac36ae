// What happened to memories is labelled :AuditEvent: :Event is also the label of entities that are events.

// name: audit_event_user
// Lists what happened to a user's memories.
CREATE INDEX audit_event_user IF NOT EXISTS
FOR (event:AuditEvent) ON (event.user_id, event.at);

// name: relabel_audit_events
// Gives the records of earlier databases their own label.
// mode: batch
// rows: relabelled
MATCH (event:Event)
WHERE event.memory_id IS NOT NULL AND event.at IS NOT NULL AND NOT event:Entity
CALL (event) {
  REMOVE event:Event
  SET event:AuditEvent
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS relabelled;

// name: drop_event_user
// Gives up the index by the old label.
DROP INDEX event_user IF EXISTS;
