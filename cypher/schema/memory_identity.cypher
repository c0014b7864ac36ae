// The same text of one user in one session is the same memory: what makes remembering repeatable.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT memory_identity IF NOT EXISTS
FOR (memory:Memory) REQUIRE (memory.user_id, memory.content_hash, memory.session_id) IS UNIQUE
