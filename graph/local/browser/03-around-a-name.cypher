// Around a name: one person or thing and all it is tied to
// Name yourself once: :param user_id => 'me', and the one you look for: :param name => '田中'
MATCH (entity:Entity {user_id: $user_id})
WHERE entity.name CONTAINS $name OR any(alias IN entity.aliases WHERE alias CONTAINS $name)
WITH entity ORDER BY entity.mention_count DESC LIMIT 3
OPTIONAL MATCH path = (entity)-[]-(:Entity {user_id: $user_id})
RETURN entity, path LIMIT 150
