// Of which user's node a graph is, and how far it has come: the number grows with every write and begins anew once all is forgotten.
// mode:   read
// params: user_id
// rows:   version
MATCH (user:User {id: $user_id})
RETURN [elementId(user), user.created_at.epochMillis, user.writes, user.import_done] AS version
