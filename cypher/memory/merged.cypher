// The ids of the memories that went into another.
// mode:   read
// params: user_id, id
// rows:   id
MATCH (other:Memory {user_id: $user_id})-[:MERGED_INTO]->(:Memory {id: $id, user_id: $user_id})
RETURN other.id AS id
ORDER BY id
