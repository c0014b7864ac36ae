// Marks a text or a relation as taken away, by its hash alone; what a person takes away no model says anew.
// mode:   write
// params: user_id, key, kind, by_model, now
// rows:   key
MERGE (stone:Tombstone {user_id: $user_id, key: $key})
ON CREATE SET stone.at = $now, stone.kind = $kind, stone.by_model = nullIf($by_model, false)
ON MATCH SET stone.by_model = CASE WHEN $by_model THEN stone.by_model ELSE null END
RETURN stone.key AS key
