// The entities of a user, and how far the user's graph has come: for figures of the whole.
// mode:   read
// params: user_id
// rows:   version, ids, names, types, mentions
MATCH (user:User {id: $user_id})
CALL (user) {
  MATCH (entity:Entity {user_id: $user_id})
  WHERE entity.key IS NOT NULL AND entity.type IS NOT NULL
  RETURN collect(entity.id) AS ids, collect(entity.name) AS names, collect(entity.type) AS types,
         collect(coalesce(entity.mention_count, 0)) AS mentions
}
RETURN user.writes AS version, ids, names, types, mentions
