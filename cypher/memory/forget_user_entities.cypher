// Deletes whatever else of a user is left: entities, names, places, events, inferences, types.
// mode:   batch
// params: user_id
// rows:   deleted
MATCH (node:Entity|Rejected|Name|Candidate|Block|Session|Project|Category|AuditEvent|Inference|Summary|EntityType|RelationType|SyncedText|Rotation|RotationRun)
WHERE node.user_id = $user_id
CALL (node) {
  DETACH DELETE node
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS deleted
