// Marks a text as taken away by a person, by its hash alone.
// mode:   write
// params: user_id, key, kind, now
// rows:   key
MERGE (stone:Tombstone {user_id: $user_id, key: $key})
ON CREATE SET stone.at = $now, stone.kind = $kind
RETURN stone.key AS key
