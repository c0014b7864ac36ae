// The active memories of a project that were never synced with a folder, oldest first.
// mode:   read
// params: user_id, path, root
// rows:   memory
MATCH (project:Project {user_id: $user_id, path: $path})
MATCH (memory:Memory {user_id: $user_id})-[:IN_PROJECT]->(project)
WHERE memory.status = 'active'
  AND NOT EXISTS { (:SyncedText {user_id: $user_id, memory_id: memory.id, root: $root}) }
RETURN memory {.*} AS memory
ORDER BY memory.created_at, memory.id
