// What the last sync left of the memories of a folder, with what those say that have changed since.
// mode:   read
// params: user_id, root
// rows:   id, file, number, text_mark, title_mark, tags_mark, earlier, gone, status, text, title, tags
MATCH (synced:SyncedText {user_id: $user_id, root: $root})
OPTIONAL MATCH (memory:Memory {id: synced.memory_id, user_id: $user_id})
WITH synced, memory,
  // include: synced/_stamp
     AS stamp
WITH synced, memory, coalesce(stamp = synced.stamp, false) AS same
RETURN synced.memory_id AS id, synced.file AS file, synced.number AS number, synced.text_mark AS text_mark,
       synced.title_mark AS title_mark, synced.tags_mark AS tags_mark, synced.earlier AS earlier, synced.gone AS gone,
       memory.status AS status, CASE WHEN same THEN null ELSE memory.text END AS text,
       CASE WHEN same THEN null ELSE memory.title END AS title, CASE WHEN same THEN null ELSE memory.tags END AS tags
