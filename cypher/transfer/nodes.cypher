// Makes nodes of an export, and notes that this step is done: both or neither.
// mode:   write
// params: user_id, nodes, step
// rows:   made
MATCH (user:User {id: $user_id})
SET user.lock = true
SET user.writes = user.writes + 1
SET user.import_done = $step
WITH user
UNWIND $nodes AS row
CREATE (node:Imported {user_id: $user_id, import_ref: row.ref})
SET node += row.properties, node:$(row.labels)
WITH user, node, row
CALL (user, node) {
  WITH user, node
  WHERE node:Feedback
  CREATE (user)-[:GAVE]->(node)
}
CALL (node, row) {
  WITH node, row
  WHERE row.vector IS NOT NULL
  CALL db.create.setNodeVectorProperty(node, 'embedding', row.vector)
}
RETURN count(*) AS made
