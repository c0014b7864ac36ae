// The node of a user, and whether anything of theirs is there.
// mode:   read
// params: user_id
// rows:   properties, filled, writes
OPTIONAL MATCH (user:User {id: $user_id})
RETURN properties(user) AS properties, coalesce(user.writes, 0) AS writes,
       EXISTS { (memory:Memory {user_id: $user_id}) WHERE memory.created_at IS NOT NULL }
       OR EXISTS { (:Project {user_id: $user_id}) } OR EXISTS { (:Tombstone {user_id: $user_id}) } AS filled
