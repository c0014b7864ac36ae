// A memory and what it was before each act, newest first.
// mode:   read
// params: user_id, id
// rows:   memory, versions
MATCH (memory:Memory {id: $id, user_id: $user_id})
RETURN memory {.*} AS memory,
       COLLECT {
         MATCH (version:MemoryVersion {user_id: $user_id, memory_id: memory.id})
         RETURN version {.*} AS version
         ORDER BY version.number DESC
       } AS versions
