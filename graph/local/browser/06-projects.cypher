// Projects and their latest memories
// Name yourself once: :param user_id => 'me'
MATCH (project:Project {user_id: $user_id})
CALL (project) {
  MATCH tie = (memory:Memory)-[:IN_PROJECT]->(project)
  RETURN tie ORDER BY memory.created_at DESC LIMIT 10
}
RETURN tie LIMIT 200
