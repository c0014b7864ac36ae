// Takes the marks from what is said anew: a person all of them, a model or a file those that such set.
// mode:   write
// params: user_id, keys, unattended
// rows:   lifted, standing
UNWIND $keys AS key
OPTIONAL MATCH (stone:Tombstone {user_id: $user_id, key: key})
WITH collect(stone) AS stones
WITH stones, [stone IN stones WHERE NOT $unattended OR coalesce(stone.unattended, false)] AS gone
WITH gone, size(gone) AS lifted, size(stones) - size(gone) AS standing
FOREACH (stone IN gone | DELETE stone)
RETURN lifted, standing
