// Takes the marks from texts that a person says anew.
// mode:   write
// params: user_id, keys
// rows:   lifted
UNWIND $keys AS key
MATCH (stone:Tombstone {user_id: $user_id, key: key})
DELETE stone
RETURN count(*) AS lifted
