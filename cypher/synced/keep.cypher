// Records what memories and their files said when they were last alike.
// mode:   write
// params: user_id, root, records
// rows:   kept
UNWIND $records AS row
MERGE (synced:SyncedText {user_id: $user_id, memory_id: row.id, root: $root})
SET synced += row.properties, synced.gone = false
WITH synced, row
OPTIONAL MATCH (memory:Memory {id: row.id, user_id: $user_id})
WITH synced, row, memory,
  // include: synced/_stamp
     AS stamp
// Without a stamp the next sync reads what the memory says: somebody may have changed it meanwhile.
SET synced.stamp = CASE WHEN memory.text = row.text AND (row.title IS NULL OR memory.title = row.title)
                             AND (row.tags IS NULL OR coalesce(memory.tags, []) = row.tags)
                   THEN stamp END
RETURN count(*) AS kept
