// Memories with all that a backup keeps of them, their earlier texts too.
// mode:   read
// params: user_id, ids
// rows:   memory, versions
MATCH (memory:Memory {user_id: $user_id})
USING INDEX SEEK memory:Memory(id)
WHERE memory.id IN $ids AND memory.created_at IS NOT NULL
RETURN memory {.*} AS memory,
       COLLECT {
         MATCH (version:MemoryVersion {user_id: $user_id, memory_id: memory.id})
         WITH version
         ORDER BY version.until
         RETURN {text: version.text, title: version.title, since: toString(version.since), until: toString(version.until)}
       } AS versions
