// Sets what a person says of an entity, and remembers which fields extraction must leave alone.
// mode:   write
// params: user_id, id, properties, edited, given, anew
// rows:   id
MATCH (user:User {id: $user_id})
MATCH (entity:Entity {id: $id, user_id: $user_id})
REMOVE entity:$(entity.type)
SET entity.aliases = CASE WHEN $properties.name IS NULL THEN entity.aliases
                     ELSE [one IN entity.aliases + [entity.name] WHERE one <> $properties.name] END,
    entity += $properties, entity.to_embed = true,
    entity.edited = coalesce(entity.edited, []) + [one IN $edited WHERE NOT one IN coalesce(entity.edited, [])]
SET entity:$(entity.type)
WITH user, entity
CALL (user, entity) {
  WITH user, entity
  WHERE $anew
  MATCH (alias:Name)-[old:ALIAS_OF {held: true}]->(name:Name)-[:NAMES]->(entity)
  WHERE old.name <> entity.name
  SET alias.version = user.writes
  // What a memory says as well stays for its sake.
  WITH old, EXISTS {
    (entity)<-[tie:MENTIONS|DESCRIBES]-(:Chunk {user_id: $user_id})
    WHERE tie.key = name.key AND tie.kind = name.type AND alias.key IN tie.keys } AS told
  FOREACH (one IN CASE WHEN told THEN [old] ELSE [] END | REMOVE one.held, one.name)
  FOREACH (one IN CASE WHEN told THEN [] ELSE [old] END | DELETE one)
}
CALL (user, entity) {
  // What a person calls it is found as well: an alias of the name the entity was called by.
  UNWIND $given AS row
  WITH user, entity, row
  WHERE row.key <> entity.key
  MATCH (name:Name {user_id: $user_id, key: entity.key, type: entity.kind})
  MERGE (alias:Name {user_id: $user_id, key: row.key, type: entity.kind})
  MERGE (alias)-[given:ALIAS_OF]->(name)
  SET given.held = true, given.name = row.name, alias.version = user.writes
}
CALL (user, entity) {
  MATCH (name:Name)-[:NAMES]->(entity)
  SET name.version = user.writes
}
RETURN entity.id AS id
