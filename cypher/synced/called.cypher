// Memories that a file names by id, and whether they were ever synced with a folder.
// mode:   read
// params: user_id, ids
// rows:   id, known, status, text, title, tags
UNWIND $ids AS id
OPTIONAL MATCH (memory:Memory {id: id, user_id: $user_id})
RETURN id, EXISTS { (:SyncedText {user_id: $user_id, memory_id: id}) } AS known, memory.status AS status,
       memory.text AS text, memory.title AS title, memory.tags AS tags
