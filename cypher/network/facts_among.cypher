// The facts of a user, the surest first.
// mode:   read
// params: user_id, kinds, predicate, place, least, at, holding, limit
// rows:   fact
MATCH (fact:Fact|LiteralFact {user_id: $user_id})
WHERE
// include: network/_passes_fact
// include: network/_fact_rows
