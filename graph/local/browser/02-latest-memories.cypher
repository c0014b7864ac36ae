// Latest memories, with what they mention
// Name yourself once: :param user_id => 'me'
MATCH (memory:Memory {user_id: $user_id})
WITH memory ORDER BY memory.created_at DESC LIMIT 15
MATCH path = (memory)<-[:PART_OF]-(:Chunk)-[:MENTIONS]->(:Entity)
RETURN path LIMIT 200
