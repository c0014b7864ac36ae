// Unties a memory from the one that it had gone into, and takes back the links which came with it.
// mode:   write
// params: user_id, id, other
// rows:   links
MATCH (other:Memory {id: $other, user_id: $user_id})-[tie:MERGED_INTO]->(memory:Memory {id: $id, user_id: $user_id})
DELETE tie
SET other.merged_into = null
WITH memory, other
CALL (memory, other) {
  MATCH (memory)-[link
  // include: link/_kinds
  ]-(:Memory {user_id: $user_id})
  WHERE link.merged_from = other.id AND NOT link.validation_status IN ['confirmed', 'rejected']
  DELETE link
  RETURN count(*) AS links
}
RETURN links
