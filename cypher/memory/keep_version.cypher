// Keeps what a memory was before an act, as its next version; the oldest go beyond `most`.
// mode:   write
// params: user_id, id, version_id, version, now, most
// rows:   number
MATCH (memory:Memory {id: $id, user_id: $user_id})
CALL (memory) {
  MATCH (earlier:MemoryVersion {user_id: $user_id, memory_id: memory.id})
  WHERE earlier.id <> $version_id
  RETURN coalesce(max(earlier.number), 0) + 1 AS number
}
MERGE (version:MemoryVersion {user_id: $user_id, memory_id: memory.id, id: $version_id})
SET version += $version, version.number = number, version.until = $now
WITH memory, number
CALL (memory, number) {
  MATCH (old:MemoryVersion {user_id: $user_id, memory_id: memory.id})
  WHERE old.number <= number - $most
  DELETE old
  RETURN count(*) AS dropped
}
RETURN number
