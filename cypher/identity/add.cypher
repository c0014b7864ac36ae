// Says that whoever goes by an id in a channel is this user; what is another's already stays so.
// mode:   write
// params: user_id, key, channel, id, now
// rows:   mine
MERGE (identity:ChannelIdentity {key: $key})
ON CREATE SET identity.user_id = $user_id, identity.channel = $channel, identity.id = $id, identity.at = $now
RETURN identity.user_id = $user_id AS mine
