// The characters of the texts of a project's memories.
// mode:   read
// params: user_id, path, audiences
// rows:   characters
MATCH (project:Project {user_id: $user_id, path: $path})
MATCH (memory:Memory {user_id: $user_id})-[:IN_PROJECT]->(project)
WHERE $audiences IS NULL OR memory.audience IN $audiences
RETURN sum(coalesce(memory.characters, size(memory.text), 0)) AS characters
