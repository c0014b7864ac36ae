// How many relations some entities have.
// mode:   read
// params: user_id, ids
// rows:   id, ties
UNWIND $ids AS id
MATCH (near:Entity {id: id, user_id: $user_id})
RETURN near.id AS id, COUNT { (near)
  -[
  // include: network/_relation_types
  ]-(:Entity) } AS ties
