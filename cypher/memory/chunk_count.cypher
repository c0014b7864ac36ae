// How many chunks a user has.
// mode:   read
// params: user_id
// rows:   chunks
MATCH (user:User {id: $user_id})
RETURN user.chunk_count AS chunks
