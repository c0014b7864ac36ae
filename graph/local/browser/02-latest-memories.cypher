// Latest memories, with what they mention
// Whose: the one who wrote most. To choose, put  WITH 'me' AS user_id  in place of the next line.
MATCH (user:User) WITH user.id AS user_id ORDER BY user.writes DESC LIMIT 1
MATCH (memory:Memory {user_id: user_id})
WITH memory ORDER BY memory.created_at DESC LIMIT 15
MATCH path = (memory)<-[:PART_OF]-(:Chunk)-[:MENTIONS]->(:Entity)
RETURN path LIMIT 200
