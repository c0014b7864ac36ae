// The user who goes by an id in a channel.
// mode:   read
// params: key
// rows:   user_id
MATCH (identity:ChannelIdentity {key: $key})
RETURN identity.user_id AS user_id
