// Whatever else a user has, whole: what few have many of, sorted by what tells one from another.
// mode:   read
// params: user_id
// rows:   labels, properties, ties
MATCH (node:Rejected|Candidate|Block|Session|Project|Category|AuditEvent|MemoryVersion|Summary|EntityType|RelationType|Inference|SyncedText|Rotation|RotationRun|Tombstone|ProjectBackup|ChannelIdentity {user_id: $user_id})
WITH node, properties(node) AS held
WITH node
ORDER BY labels(node)[0], coalesce(held.id, ''), coalesce(held.path, ''), coalesce(held.key, ''), coalesce(held.name, ''),
         coalesce(held.memory_id, ''), coalesce(held.root, ''), toString(held.until)
// include: transfer/_whole
