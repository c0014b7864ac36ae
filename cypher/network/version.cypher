// How far a user's graph has come: it grows with every write.
// mode:   read
// params: user_id
// rows:   version
MATCH (user:User {id: $user_id})
RETURN user.writes AS version
