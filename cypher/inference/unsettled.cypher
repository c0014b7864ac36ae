// The facts that may end others or be ended, and of which nobody has looked yet, of one user or of all.
// mode:   read
// params: user_id, limit
// rows:   user_id, id, ends, forgot_at
MATCH (fact:Fact {to_settle: true})
WHERE fact.user_id IS NOT NULL AND ($user_id IS NULL OR fact.user_id = $user_id)
WITH fact
// The mark first, though it is one value: so the rows come as the index has them, and no more are read than taken.
ORDER BY fact.to_settle, fact.user_id, fact.id
LIMIT $limit
MATCH (user:User {id: fact.user_id})
RETURN fact.user_id AS user_id, fact.id AS id,
       // A place or a time has nothing that ends: of towns everybody may live in one.
       [(fact)-[:SUBJECT|OBJECT]->(end:Entity) WHERE NOT end.type IN ['Location', 'TimeUnit'] | end.id] AS ends,
       coalesce(user.forgot_at, 0) AS forgot_at
