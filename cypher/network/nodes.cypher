// The entities of a user, as lists: for figures of the whole.
// mode:   read
// params: user_id
// rows:   ids, names, types, mentions
MATCH (entity:Entity {user_id: $user_id})
WHERE entity.key IS NOT NULL AND entity.type IS NOT NULL
RETURN collect(entity.id) AS ids, collect(entity.name) AS names, collect(entity.type) AS types,
       collect(coalesce(entity.mention_count, 0)) AS mentions
