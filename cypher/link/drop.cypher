// Takes away the links of memories that change or go, but for what a person judged; who had found them is linked anew.
// mode:   write
// params: user_id, ids
// rows:   dropped
MATCH (user:User {id: $user_id})
// Who made links of what these were before must not write them.
SET user.forgot_at = user.writes
WITH user
UNWIND $ids AS id
MATCH (memory:Memory {id: id, user_id: $user_id})
SET memory.to_link = true
WITH memory
CALL (memory) {
  MATCH (memory)<-[:FROM|TO]-(old:Inference {user_id: $user_id})
  WHERE NOT coalesce(old.validation_status, '') IN ['confirmed', 'rejected']
  DETACH DELETE old
}
MATCH (memory)-[link
// include: link/_kinds
]-(other:Memory {user_id: $user_id})
WHERE NOT link.validation_status IN ['confirmed', 'rejected']
FOREACH (found IN CASE WHEN link.found_by = other.id THEN [other] ELSE [] END | SET found.to_link = true)
WITH link, other, type(link) = 'CONTRADICTION' AS reopens
DELETE link
WITH other, reopens
CALL (other, reopens) {
  // What only this said to be over or contradicted is so no more.
  WITH other
  WHERE reopens
  MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(other)
  WHERE chunk.outdated
    // include: inference/_unopposed
  SET chunk.outdated = null
}
RETURN count(*) AS dropped
