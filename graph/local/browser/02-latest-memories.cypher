// 2 Latest 最近の記憶
// The latest memories and whom and what they mention; a small dot is the passage that does.
// 最近の記憶と、そこに出てくる人や物。小さな点はその箇所。
// Whose: the one who wrote most. To choose, put  WITH 'me' AS user_id  in place of the next line.
MATCH (user:User) WITH user.id AS user_id ORDER BY user.writes DESC LIMIT 1
MATCH (memory:Memory {user_id: user_id})
WITH memory ORDER BY memory.created_at DESC LIMIT 10
MATCH path = (memory)<-[:PART_OF]-(:Chunk)-[:MENTIONS]->(entity:Entity)
WHERE NOT entity:TimeUnit
RETURN path LIMIT 100
