// How much is indexed of a user, when its index was made anew last, and when a rotation ended last.
// mode:   read
// params: user_id, version
// rows:   memories, active, archived, waiting, outdated, chunks, characters, text_bytes, words, last_update, unfinished, last_rotation
OPTIONAL MATCH (user:User {id: $user_id})
CALL () {
  MATCH (memory:Memory {user_id: $user_id})
  WHERE memory.created_at IS NOT NULL
  RETURN count(memory) AS memories, sum(CASE memory.status WHEN 'active' THEN 1 ELSE 0 END) AS active,
         sum(CASE memory.status WHEN 'archived' THEN 1 ELSE 0 END) AS archived,
         sum(CASE WHEN memory.pending THEN 1 ELSE 0 END) AS waiting,
         sum(CASE WHEN coalesce(memory.index_version, 0) < $version AND memory.status <> 'archived' THEN 1 ELSE 0 END) AS outdated,
         sum(coalesce(memory.characters, size(memory.text))) AS characters,
         sum(coalesce(memory.size_bytes, memory.text_bytes, size(memory.text))) AS text_bytes,
         sum(coalesce(memory.word_count, 0)) AS words
}
CALL () {
  MATCH (run:RotationRun {user_id: $user_id})
  WHERE run.ended_at IS NOT NULL
  RETURN max(run.ended_at) AS last_rotation
}
RETURN memories, active, archived, waiting, outdated, coalesce(user.chunk_count, 0) AS chunks, characters, text_bytes, words,
       user.indexed_at AS last_update, user.index_run IS NOT NULL AS unfinished, last_rotation
