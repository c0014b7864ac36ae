// What a user said of answers, whole, in the order of its ids.
// mode:   read
// params: user_id
// rows:   labels, properties, ties
MATCH (:User {id: $user_id})-[:GAVE]->(node:Feedback {user_id: $user_id})
WITH node
ORDER BY node.id
// include: transfer/_whole
