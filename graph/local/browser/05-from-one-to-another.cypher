// From one to another: the shortest ties between two names
// Name yourself once: :param user_id => 'me', and the two: :param {from: '田中', to: '大阪'}
CYPHER 25
MATCH (one:Entity {user_id: $user_id} WHERE one.name CONTAINS $from)
WITH one ORDER BY one.mention_count DESC LIMIT 1
MATCH (other:Entity {user_id: $user_id} WHERE other.name CONTAINS $to)
WITH one, other ORDER BY other.mention_count DESC LIMIT 1
MATCH path = SHORTEST 5 (one)-[]-{1,4}(other)
WHERE all(node IN nodes(path) WHERE node:Entity)
RETURN path
