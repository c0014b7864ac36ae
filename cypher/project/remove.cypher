// Removes a project that no memory belongs to.
// mode:   write
// params: user_id, path
// rows:   path
MATCH (project:Project {user_id: $user_id, path: $path})
WHERE NOT EXISTS { (:Memory {user_id: $user_id})-[:IN_PROJECT]->(project) }
CALL (project) {
  MATCH (backup:ProjectBackup {user_id: $user_id, path: project.path})
  DELETE backup
}
DETACH DELETE project
RETURN $path AS path
