// Memories are found by their id.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT memory_id IF NOT EXISTS
FOR (memory:Memory) REQUIRE memory.id IS UNIQUE
