// What a project holds: its overview, its newest memories, how many there are, and the bytes of their texts.
// mode:   read
// params: user_id, path, audiences, limit
// rows:   overview, total, size_bytes, memories
MATCH (project:Project {user_id: $user_id, path: $path})
CALL (project) {
  MATCH (memory:Memory {user_id: $user_id})-[:IN_PROJECT]->(project)
  WHERE memory.status = 'active' AND ($audiences IS NULL OR memory.audience IN $audiences)
  RETURN count(memory) AS total, sum(coalesce(memory.size_bytes, memory.text_bytes, size(memory.text), 0)) AS size_bytes
}
CALL (project) {
  MATCH (memory:Memory {user_id: $user_id})-[:IN_PROJECT]->(project)
  WHERE memory.status = 'active' AND ($audiences IS NULL OR memory.audience IN $audiences)
  WITH memory
  ORDER BY memory.created_at DESC, memory.id DESC
  LIMIT $limit
  RETURN collect(memory {.*}) AS memories
}
// Nobody said who may read an overview beside the user.
RETURN CASE WHEN $audiences IS NULL THEN coalesce(project.overview, '') ELSE '' END AS overview, total, size_bytes, memories
