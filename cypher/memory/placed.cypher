// The memories that come from a file or from the files of a folder, those too that are gone from there.
// mode:   read
// params: user_id, roots
// rows:   content_hash, session_id, id, place, near_hash, status, title
UNWIND $roots AS root
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.place STARTS WITH root
RETURN memory.content_hash AS content_hash, memory.session_id AS session_id, memory.id AS id, memory.place AS place,
       memory.near_hash AS near_hash, memory.status AS status, memory.title AS title
