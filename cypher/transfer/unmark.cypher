// Takes the marks off what was imported.
// mode:   batch
// params: user_id
// rows:   unmarked
MATCH (node:Imported {user_id: $user_id})
CALL (node) {
  REMOVE node:Imported, node.import_ref
} IN TRANSACTIONS OF 2000 ROWS
RETURN count(*) AS unmarked
