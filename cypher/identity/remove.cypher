// Takes back that an id in a channel is this user.
// mode:   write
// params: user_id, key
// rows:   removed
MATCH (identity:ChannelIdentity {user_id: $user_id, key: $key})
DELETE identity
RETURN count(*) AS removed
