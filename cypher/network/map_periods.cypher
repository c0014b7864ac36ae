// When each fact between pairs of entities was told and held, in milliseconds since 1970, and how many deny it.
// mode:   read
// params: user_id, pairs, kinds, periods
// rows:   source, target, type, periods, denied
UNWIND $pairs AS pair
MATCH (near:Entity {id: pair[0], user_id: $user_id})
MATCH (far:Entity {id: pair[1], user_id: $user_id})
CALL (near, far) {
  // From the one with fewer ties, which is the first of a pair: the other may be an end of thousands of facts.
  MATCH (near)<-[end:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id})
  WHERE (
  // include: network/_of_kind
  )
    AND (fact.holds OR (fact.polarity = 'negative' AND fact.modality IN ['stated', 'reported']))
  WITH near, far, fact, type(end) = 'SUBJECT' AS tells
  MATCH (fact)-[:SUBJECT|OBJECT]->(far)
  MATCH (fact)<-[:STATES]-(chunk:Chunk {user_id: $user_id})
  WHERE chunk.status <> 'invalid'
  WITH DISTINCT near, far, fact, tells
  ORDER BY fact.said_at, fact.id
  WITH CASE WHEN tells THEN near ELSE far END AS source, CASE WHEN tells THEN far ELSE near END AS target,
       fact.type AS type, collect(fact) AS facts
  RETURN source.id AS source, target.id AS target, type, size([fact IN facts WHERE NOT fact.holds]) AS denied,
         [fact IN facts WHERE fact.holds |
           [fact.said_at.epochMillis, fact.valid_from.epochMillis, fact.valid_to.epochMillis]][..$periods] AS periods
}
RETURN source, target, type, periods, denied
