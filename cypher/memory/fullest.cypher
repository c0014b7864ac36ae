// The user with the most to search, if any has something: whose memories the server is warmed with.
// mode:   read
// params:
// rows:   user_id
MATCH (user:User)
WHERE user.chunk_count > 0
RETURN user.id AS user_id
ORDER BY user.chunk_count DESC, user_id
LIMIT 1
