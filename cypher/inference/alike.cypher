// How near the vectors of two entities are, for pairs of which both have one.
// mode:   read
// params: user_id, pairs
// rows:   source, target, cosine
UNWIND $pairs AS pair
MATCH (one:Entity {user_id: $user_id, id: pair[0]})
MATCH (other:Entity {user_id: $user_id, id: pair[1]})
WHERE one.embedding IS NOT NULL AND other.embedding IS NOT NULL
RETURN one.id AS source, other.id AS target, 2 * vector.similarity.cosine(one.embedding, other.embedding) - 1 AS cosine
