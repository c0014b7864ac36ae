// The entities that memories of a project speak of, or of a project below it.
// mode:   read
// params: user_id, path, prefix
// rows:   ids
MATCH (project:Project {user_id: $user_id})
WHERE project.path = $path OR project.path STARTS WITH $prefix
MATCH (project)<-[:IN_PROJECT]-(memory:Memory {user_id: $user_id})<-[:PART_OF]-(chunk:Chunk {user_id: $user_id})
WHERE memory.status <> 'invalid'
MATCH (chunk)-[:MENTIONS|DESCRIBES]->(entity:Entity {user_id: $user_id})
RETURN collect(DISTINCT entity.id) AS ids
