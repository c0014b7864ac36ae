// 6 Projects プロジェクト
// Projects and their latest memories.
// プロジェクトとその最近の記憶。
// Whose: the one who wrote most. To choose, put  WITH 'me' AS user_id  in place of the next line.
MATCH (user:User) WITH user.id AS user_id ORDER BY user.writes DESC LIMIT 1
MATCH (project:Project {user_id: user_id})
CALL (project) {
  MATCH tie = (memory:Memory)-[:IN_PROJECT]->(project)
  RETURN tie ORDER BY memory.created_at DESC LIMIT 10
}
RETURN tie LIMIT 200
