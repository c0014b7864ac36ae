// Entities of a user that nothing speaks of any more, and those of a type with rules for their attributes.
// mode:   read
// params: user_id, types, subtypes, most
// rows:   id, orphan, type, subtype, attributes
MATCH (entity:Entity {user_id: $user_id})
WHERE entity.key IS NOT NULL AND entity.type IS NOT NULL
WITH entity, entity.edited IS NULL AND coalesce(entity.validation_status, '') <> 'confirmed'
  AND NOT EXISTS { (entity)<-[:MENTIONS|DESCRIBES]-(:Chunk) } AND NOT EXISTS { (entity)<-[:SUBJECT|OBJECT]-(:Fact|LiteralFact) }
  AS orphan
WHERE orphan OR entity.subtype IN $subtypes OR (entity.type IN $types AND entity.attributes IS NOT NULL)
WITH entity, orphan
LIMIT $most
RETURN entity.id AS id, orphan, entity.type AS type, entity.subtype AS subtype, entity.attributes AS attributes
