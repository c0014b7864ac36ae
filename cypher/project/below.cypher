// The paths of the projects below another.
// mode:   read
// params: user_id, prefix
// rows:   path
MATCH (project:Project {user_id: $user_id})
WHERE project.path STARTS WITH $prefix
RETURN project.path AS path
ORDER BY path
