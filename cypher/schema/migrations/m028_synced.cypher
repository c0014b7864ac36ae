// What a sync of files left of each memory, so that the next one knows which side has changed and what was deleted.

// name: synced_text
// One record for a memory in a folder.
CREATE CONSTRAINT synced_text IF NOT EXISTS
FOR (synced:SyncedText) REQUIRE (synced.user_id, synced.memory_id, synced.root) IS UNIQUE;

// name: synced_root
// Lists what was synced with a folder.
CREATE INDEX synced_root IF NOT EXISTS
FOR (synced:SyncedText) ON (synced.user_id, synced.root);
