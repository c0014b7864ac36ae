// Memories that a file names by id, and whether they were ever synced with a folder.
// mode:   read
// params: user_id, ids
// rows:   id, known, status, text, title, tags, records
UNWIND $ids AS id
OPTIONAL MATCH (memory:Memory {id: id, user_id: $user_id})
CALL (id) {
  MATCH (synced:SyncedText {user_id: $user_id, memory_id: id})
  // What another copy of the file was left with tells here too which side has changed.
  WITH synced
  ORDER BY synced.gone, synced.root
  RETURN collect(synced {.file, .number, .text_mark, .title_mark, .tags_mark, .earlier, .gone, id: id}) AS records
}
WITH id, memory, records
WHERE memory IS NOT NULL OR size(records) > 0
RETURN id, size(records) > 0 AS known, memory.status AS status, memory.text AS text, memory.title AS title,
       memory.tags AS tags, records[..1] AS records
