// Removes the names of a user that name nothing any more, and the blocks without names.
// mode:   write
// params: user_id
// rows:   dropped
CALL () {
  MATCH (name:Name {user_id: $user_id})
  WHERE name.key IS NOT NULL AND name.type IS NOT NULL
    AND NOT EXISTS { (name)-[:NAMES]->(:Entity|Rejected) } AND NOT EXISTS { (name)-[:ALIAS_OF]->(:Name) }
  DETACH DELETE name
  RETURN count(*) AS dropped
}
CALL () {
  MATCH (block:Block {user_id: $user_id})
  WHERE block.key IS NOT NULL AND NOT EXISTS { (block)<-[:IN_BLOCK]-(:Name) }
  DELETE block
}
RETURN dropped
