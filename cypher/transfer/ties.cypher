// Makes ties of an export between nodes that it made, and notes that this step is done: both or neither.
// mode:   write
// params: user_id, ties, step
// rows:   made
MATCH (user:User {id: $user_id})
SET user.lock = true
SET user.writes = user.writes + 1
SET user.import_done = $step
WITH user
UNWIND $ties AS row
MATCH (one:Imported {user_id: $user_id, import_ref: row.from})
USING INDEX SEEK one:Imported(user_id, import_ref)
MATCH (other:Imported {user_id: $user_id, import_ref: row.to})
USING INDEX SEEK other:Imported(user_id, import_ref)
CREATE (one)-[tie:$(row.type)]->(other)
SET tie += row.properties
RETURN count(*) AS made
