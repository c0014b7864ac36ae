// The memories that speak of an entity, by when it happened or by importance, and how many there are.
// mode:   read
// params: user_id, id, since, until, by_importance, limit
// rows:   memory, total
MATCH (entity:Entity {id: $id, user_id: $user_id})<-[tie:MENTIONS|DESCRIBES]-(:Chunk {user_id: $user_id})
      -[:PART_OF]->(memory:Memory)
WHERE memory.status <> 'invalid'
WITH memory, collect(tie.surfaces) AS surfaces, coalesce(memory.occurred_at, memory.created_at) AS at
WHERE ($since IS NULL OR at >= $since) AND ($until IS NULL OR at < $until)
WITH collect({memory: memory, surfaces: surfaces, at: at}) AS rows
UNWIND rows AS row
WITH row.memory AS memory, row.surfaces AS surfaces, row.at AS at, size(rows) AS total
ORDER BY CASE WHEN $by_importance THEN memory.importance ELSE 0.0 END DESC, at, memory.id
LIMIT $limit
RETURN memory {.id, .title, .importance, .pinned, .occurred_at, .created_at, .utc_offset, surfaces: surfaces} AS memory, total
