// When some entities were first and last told of, in milliseconds since 1970, and where they lie on the map.
// mode:   read
// params: user_id, ids
// rows:   id, first_seen, last_seen, x, y
UNWIND $ids AS id
MATCH (entity:Entity {id: id, user_id: $user_id})
RETURN entity.id AS id, entity.first_seen.epochMillis AS first_seen,
       entity.last_seen.epochMillis AS last_seen, entity.map_x AS x, entity.map_y AS y
