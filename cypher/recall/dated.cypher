// Memories of a time, by when they happened or were written and by dates they tell: those inside, then the nearest.
// mode:   read
// params: user_id, filters, since, until, earliest, latest, prefixes, keys, first, next, inside, scan, around
// rows:   id, told
CALL () {
  // From the end of the time backwards: what lies inside, then what lies before it, the nearest first.
  MATCH (memory:Memory {user_id: $user_id})
  WHERE memory.occurred_at >= $earliest AND memory.occurred_at < $until
    AND memory.status = $filters.status
    // include: recall/_passes_filters
  RETURN memory, null AS told,
         CASE WHEN memory.occurred_at >= $since THEN 0 ELSE $since.epochSeconds - memory.occurred_at.epochSeconds END AS away
  ORDER BY memory.user_id DESC, memory.occurred_at DESC, memory.id
  LIMIT $scan
  UNION ALL
  MATCH (memory:Memory {user_id: $user_id})
  WHERE memory.occurred_at >= $until AND memory.occurred_at < $latest
    AND memory.status = $filters.status
    // include: recall/_passes_filters
  RETURN memory, null AS told, memory.occurred_at.epochSeconds - $until.epochSeconds AS away
  ORDER BY memory.user_id, memory.occurred_at, memory.id
  LIMIT $around
  UNION ALL
  MATCH (memory:Memory {user_id: $user_id})
  WHERE memory.created_at >= $earliest AND memory.created_at < $until
    AND memory.status = $filters.status
    // include: recall/_passes_filters
  RETURN memory, null AS told,
         CASE WHEN memory.created_at >= $since THEN 0 ELSE $since.epochSeconds - memory.created_at.epochSeconds END AS away
  ORDER BY memory.user_id DESC, memory.created_at DESC, memory.id
  LIMIT $scan
  UNION ALL
  MATCH (memory:Memory {user_id: $user_id})
  WHERE memory.created_at >= $until AND memory.created_at < $latest
    AND memory.status = $filters.status
    // include: recall/_passes_filters
  RETURN memory, null AS told, memory.created_at.epochSeconds - $until.epochSeconds AS away
  ORDER BY memory.user_id, memory.created_at, memory.id
  LIMIT $around
  UNION ALL
  CALL () {
    UNWIND $prefixes AS prefix
    MATCH (unit:Entity {user_id: $user_id, type: 'TimeUnit'})
    WHERE unit.key STARTS WITH prefix
    RETURN unit
    UNION
    UNWIND $keys AS key
    MATCH (unit:Entity {user_id: $user_id, key: key, type: 'TimeUnit'})
    RETURN unit
  }
  MATCH (unit)<-[:MENTIONS|DESCRIBES]-(:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
  WHERE memory.user_id = $user_id AND memory.status = $filters.status
    // include: recall/_passes_filters
  WITH memory, unit, unit.key IN $inside OR ($first <= unit.key AND unit.key < $next) AS lies_inside
  RETURN memory, unit.name AS told,
         CASE WHEN lies_inside THEN 0 ELSE $since.epochSeconds - $earliest.epochSeconds END AS away
  ORDER BY lies_inside DESC, memory.created_at DESC, memory.id, unit.key
  LIMIT $scan
}
WITH memory, collect(DISTINCT told) AS told, min(away) AS away
ORDER BY away, coalesce(memory.occurred_at, memory.created_at) DESC, memory.id
LIMIT $scan
WITH collect({id: memory.id, told: told, away: away}) AS found
UNWIND range(0, size(found) - 1) AS place
WITH place, found[place] AS one
WHERE one.away = 0 OR place < $around
RETURN one.id AS id, one.told AS told
ORDER BY place
