// Takes the marks from what is said anew: a person all of them, a model those that a model set.
// mode:   write
// params: user_id, keys, by_model
// rows:   lifted, standing
UNWIND $keys AS key
OPTIONAL MATCH (stone:Tombstone {user_id: $user_id, key: key})
WITH collect(stone) AS stones
WITH stones, [stone IN stones WHERE NOT $by_model OR coalesce(stone.by_model, false)] AS gone
WITH gone, size(gone) AS lifted, size(stones) - size(gone) AS standing
FOREACH (stone IN gone | DELETE stone)
RETURN lifted, standing
