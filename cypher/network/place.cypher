// Keeps where entities lie on the map: where one has a place already it stays there, unless all are laid out anew.
// mode:   write
// params: user_id, placed, anew
// rows:   id, x, y
UNWIND $placed AS row
MATCH (entity:Entity {id: row.id, user_id: $user_id})
SET entity.map_x = CASE WHEN $anew THEN row.x ELSE coalesce(entity.map_x, row.x) END,
    entity.map_y = CASE WHEN $anew THEN row.y ELSE coalesce(entity.map_y, row.y) END
RETURN entity.id AS id, entity.map_x AS x, entity.map_y AS y
