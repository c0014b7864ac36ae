// The ids by which a user goes in channels.
// mode:   read
// params: user_id
// rows:   channel, id, at
MATCH (identity:ChannelIdentity {user_id: $user_id})
RETURN identity.channel AS channel, identity.id AS id, identity.at AS at
ORDER BY channel, id
