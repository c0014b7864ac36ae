// A user's entities, whole, in the order of their ids.
// mode:   read
// params: user_id
// rows:   labels, properties, ties
MATCH (node:Entity {user_id: $user_id})
WITH node
ORDER BY node.user_id, node.id
// include: transfer/_whole
