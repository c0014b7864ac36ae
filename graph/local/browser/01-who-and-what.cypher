// Who and what: the most mentioned things and how they are tied
// Name yourself once: :param user_id => 'me'
MATCH (entity:Entity {user_id: $user_id})
WITH entity ORDER BY entity.mention_count DESC LIMIT 60
WITH collect(entity) AS entities
UNWIND entities AS one
OPTIONAL MATCH path = (one)-[]->(other:Entity)
WHERE other IN entities
RETURN one, path
