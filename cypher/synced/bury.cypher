// Records that memories were deleted, so that no older file brings them back.
// mode:   write
// params: user_id, root, ids
// rows:   buried
UNWIND $ids AS id
MATCH (synced:SyncedText {user_id: $user_id, memory_id: id, root: $root})
SET synced.gone = true, synced.stamp = null
RETURN count(*) AS buried
