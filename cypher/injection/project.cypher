// What the memory of a project tells in a prompt: description, what is pinned, what is new, and its newest session.
// mode:   read
// params: user_id, project, audiences, pinned_most, recent_most, talk_most
// rows:   kind, text, memory
MATCH (project:Project {user_id: $user_id, path: $project})
CALL (project) {
  // Nobody said who may read a description beside the user.
  RETURN 'description' AS kind, CASE WHEN $audiences IS NULL THEN coalesce(project.description, '') ELSE '' END AS text,
         null AS memory, 0 AS place
 UNION ALL
  MATCH (memory:Memory {user_id: $user_id, pinned: true})-[:IN_PROJECT]->(project)
  WHERE memory.status = 'active' AND ($audiences IS NULL OR memory.audience IN $audiences)
  WITH memory
  ORDER BY memory.importance DESC, memory.id DESC
  LIMIT $pinned_most
  RETURN 'pinned' AS kind, '' AS text, memory, 1 AS place
 UNION ALL
  MATCH (memory:Memory {user_id: $user_id})-[:IN_PROJECT]->(project)
  WHERE memory.status = 'active' AND memory.session_id = '' AND ($audiences IS NULL OR memory.audience IN $audiences)
  WITH memory
  ORDER BY memory.created_at DESC, memory.id DESC
  LIMIT $recent_most
  RETURN 'recent' AS kind, '' AS text, memory, 2 AS place
 UNION ALL
  CALL (project) {
    MATCH (last:Memory {user_id: $user_id})-[:IN_PROJECT]->(project)
    WHERE last.status = 'active' AND last.session_id <> '' AND ($audiences IS NULL OR last.audience IN $audiences)
    RETURN last.session_id AS newest
    ORDER BY last.created_at DESC, last.id DESC
    LIMIT 1
  }
  // A session may have gone on in another project: what was said of that is told there.
  MATCH (memory:Memory {user_id: $user_id, session_id: newest})
  WHERE memory.status = 'active' AND EXISTS { (memory)-[:IN_PROJECT]->(project) }
    AND ($audiences IS NULL OR memory.audience IN $audiences)
  WITH memory
  ORDER BY memory.created_at DESC, memory.id DESC
  LIMIT $talk_most
  RETURN 'session' AS kind, memory.session_id AS text, memory, 3 AS place
}
RETURN kind, text, memory {.id, .text, .speaker, .created_at, .occurred_at, .utc_offset, .category, .tags} AS memory
ORDER BY place, memory.created_at DESC, memory.id DESC
