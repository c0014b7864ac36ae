// The projects of all users, in the order of users and paths.
// mode:   read
// params: after, after_id, limit
// rows:   user_id, path
MATCH (project:Project)
WHERE project.user_id > $after OR (project.user_id = $after AND project.path > $after_id)
WITH project
ORDER BY project.user_id, project.path
LIMIT $limit
RETURN project.user_id AS user_id, project.path AS path
