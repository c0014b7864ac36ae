// All users who keep something, for the rotation of a running server.
// mode:   read
// params: after, limit
// rows:   user_id
MATCH (user:User)
WHERE user.id > $after
RETURN user.id AS user_id
ORDER BY user_id
LIMIT $limit
