// The earlier texts of a memory, newest first.
// mode:   read
// params: user_id, id
// rows:   text, title, since, until
MATCH (memory:Memory {id: $id, user_id: $user_id})
MATCH (version:MemoryVersion {user_id: $user_id, memory_id: memory.id})
RETURN version.text AS text, version.title AS title, version.since AS since, version.until AS until
ORDER BY version.until DESC
