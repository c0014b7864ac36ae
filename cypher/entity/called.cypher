// The entities that an id or a name means: of the id, else called just so, else with an alias like it or an id so begun.
// mode:   read
// params: user_id, called, least, limit
// rows:   id, type, mention_count, rank
MATCH (entity:Entity {user_id: $user_id})
WHERE entity.key IS NOT NULL AND entity.type IS NOT NULL
WITH entity, CASE WHEN entity.id = $called THEN 0
             WHEN toLower(entity.name) = toLower($called) THEN 1
             WHEN any(alias IN entity.aliases WHERE toLower(alias) = toLower($called)) THEN 2
             WHEN size($called) >= $least AND entity.id STARTS WITH toLower($called) THEN 3 END AS rank
WHERE rank IS NOT NULL
RETURN entity.id AS id, entity.type AS type, entity.mention_count AS mention_count, rank
ORDER BY rank, entity.mention_count DESC, entity.id
LIMIT $limit
