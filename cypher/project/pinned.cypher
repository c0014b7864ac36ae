// The pinned memories of a project, the most important first.
// mode:   read
// params: user_id, path, audiences, limit
// rows:   memory
MATCH (project:Project {user_id: $user_id, path: $path})
MATCH (memory:Memory {user_id: $user_id, pinned: true})-[:IN_PROJECT]->(project)
WHERE memory.status = 'active' AND ($audiences IS NULL OR memory.audience IN $audiences)
WITH memory
ORDER BY memory.importance DESC, memory.id DESC
LIMIT $limit
RETURN memory {.*} AS memory
