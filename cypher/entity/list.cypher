// The entities of a user, those in most memories first, each with the entities that it may mean.
// mode:   read
// params: user_id, types, subtypes, text, after, after_id, limit
// rows:   entity, may_be
MATCH (entity:Entity {user_id: $user_id})
WHERE entity.key IS NOT NULL AND entity.type IS NOT NULL
  AND ($types IS NULL OR entity.type IN $types OR entity.subtype IN $subtypes)
  AND (entity.mention_count < $after OR (entity.mention_count = $after AND entity.id > $after_id))
  AND ($text IS NULL OR toLower(entity.name) CONTAINS $text
       OR any(alias IN entity.aliases WHERE toLower(alias) CONTAINS $text))
WITH entity
ORDER BY entity.mention_count DESC, entity.id
LIMIT $limit
RETURN entity {.id, .name, .type, .subtype, .aliases, .description, .mention_count, .confidence, .validation_status,
               .edited, .first_seen, .last_seen} AS entity,
       COLLECT {
         MATCH (entity)-[tie:MAY_BE]->(other:Entity {user_id: $user_id})
         WITH tie, other
         ORDER BY tie.confidence DESC, other.id
         RETURN {id: other.id, name: other.name, confidence: tie.confidence, reasons: tie.reasons, shown: tie.shown}
       } AS may_be
