// Keeps what memories were before an act, each as its next version; the oldest of each go beyond `most`.
// mode:   write
// params: user_id, versions, now, most
// rows:   id, number
UNWIND $versions AS row
MATCH (memory:Memory {id: row.memory_id, user_id: $user_id})
CALL (memory, row) {
  MATCH (earlier:MemoryVersion {user_id: $user_id, memory_id: memory.id})
  WHERE earlier.id <> row.id
  RETURN coalesce(max(earlier.number), 0) + 1 AS number
}
MERGE (version:MemoryVersion {user_id: $user_id, memory_id: memory.id, id: row.id})
SET version += row.properties, version.number = number, version.until = $now
WITH memory, number
CALL (memory, number) {
  MATCH (old:MemoryVersion {user_id: $user_id, memory_id: memory.id})
  WHERE old.number <= number - $most
  DELETE old
  RETURN count(*) AS dropped
}
RETURN memory.id AS id, number
