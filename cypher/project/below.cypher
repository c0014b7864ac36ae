// The paths of the projects below another; for others those of which they may see something.
// mode:   read
// params: user_id, prefix, audiences
// rows:   path
MATCH (project:Project {user_id: $user_id})
WHERE project.path STARTS WITH $prefix
  AND ($audiences IS NULL OR EXISTS {
        MATCH (shown:Memory {user_id: $user_id, project: project.path})
        WHERE shown.status <> 'invalid' AND shown.audience IN $audiences })
RETURN project.path AS path
ORDER BY path
