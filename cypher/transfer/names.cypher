// A user's names, whole, in the order of their keys.
// mode:   read
// params: user_id
// rows:   labels, properties, ties
MATCH (node:Name {user_id: $user_id})
WITH node
ORDER BY node.user_id, node.key, node.type
// include: transfer/_whole
