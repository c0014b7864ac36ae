// A user's facts in their own words, whole, in the order of their ids.
// mode:   read
// params: user_id
// rows:   labels, properties, ties
MATCH (node:LiteralFact {user_id: $user_id})
WHERE node.id >= ''
WITH node
ORDER BY node.id
// include: transfer/_whole
