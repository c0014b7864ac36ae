// The facts of a user, the surest first.
// mode:   read
// params: user_id, types, predicate, place, least, at, holding, limit
// rows:   fact
MATCH (fact:Fact {user_id: $user_id})
WHERE
// include: graph/_passes_fact
// include: graph/_fact_rows
