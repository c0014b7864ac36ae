// The node of a user, whether anything of theirs is there, and what changes whenever they write.
// mode:   read
// params: user_id
// rows:   properties, writes, filled
OPTIONAL MATCH (user:User {id: $user_id})
RETURN properties(user) AS properties, [user.writes, user.chunk_count, user.forgot_at] AS writes,
       EXISTS { (memory:Memory {user_id: $user_id}) WHERE memory.created_at IS NOT NULL }
       OR EXISTS { (:Project {user_id: $user_id}) } OR EXISTS { (:Tombstone {user_id: $user_id}) } AS filled
