// Says what a project is about; it stays from then on.
// mode:   write
// params: user_id, path, description, now
// rows:   path
MATCH (project:Project {user_id: $user_id, path: $path})
SET project.updated_at = $now, project.description = $description, project.kept = true
RETURN project.path AS path
