// Marks texts or relations as taken away, by their hashes alone; what a person takes away no model and no file says anew.
// mode:   write
// params: user_id, keys, kind, unattended, now
// rows:   key
UNWIND $keys AS key
MERGE (stone:Tombstone {user_id: $user_id, key: key})
// The values of one SET are read before any of them is written: a mark without a time is a new one.
SET stone.unattended = CASE WHEN NOT $unattended THEN null WHEN stone.at IS NULL THEN true ELSE stone.unattended END,
    stone.at = coalesce(stone.at, $now), stone.kind = coalesce(stone.kind, $kind)
RETURN stone.key AS key
