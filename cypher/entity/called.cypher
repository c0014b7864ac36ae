// The entities that an id or a name means: of the id, else called just so, else with an alias like it or an id so begun.
// mode:   read
// params: user_id, called, query, least, limit
// rows:   id, type, mention_count, rank
CALL () {
  MATCH (entity:Entity {user_id: $user_id, id: $called})
  RETURN entity, 0 AS rank
  UNION ALL
  // The query finds all that are called so, and some more: it compares word by word.
  CALL db.index.fulltext.queryNodes('entity_called', $query) YIELD node
  WITH node AS entity
  WHERE entity.user_id = $user_id
  RETURN entity, CASE WHEN toLower(entity.name) = toLower($called) THEN 1
                      WHEN any(alias IN entity.aliases WHERE toLower(alias) = toLower($called)) THEN 2 END AS rank
  UNION ALL
  MATCH (entity:Entity {user_id: $user_id})
  WHERE size($called) >= $least AND entity.id STARTS WITH toLower($called)
  RETURN entity, 3 AS rank
}
WITH entity, min(rank) AS rank
WHERE rank IS NOT NULL AND entity.key IS NOT NULL AND entity.type IS NOT NULL
RETURN entity.id AS id, entity.type AS type, entity.mention_count AS mention_count, rank
ORDER BY rank, entity.mention_count DESC, entity.id
LIMIT $limit
