// One node for each block of names of a user that may be one.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT block_identity IF NOT EXISTS
FOR (block:Block) REQUIRE (block.user_id, block.key) IS UNIQUE
