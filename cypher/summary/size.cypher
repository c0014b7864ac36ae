// The texts of a project by which it is told whether a summary is due, the newest first; of its overview alone if asked.
// mode:   read
// params: user_id, project, overview, audiences, limit
// rows:   text
MATCH (project:Project {user_id: $user_id, path: $project})
MATCH (memory:Memory {user_id: $user_id})-[:IN_PROJECT]->(project)
WHERE memory.status = 'active' AND ($overview = false OR memory.session_id = '')
  AND ($audiences IS NULL OR memory.audience IN $audiences)
WITH memory
ORDER BY memory.created_at DESC, memory.id DESC
LIMIT $limit
RETURN coalesce(memory.text, '') AS text
