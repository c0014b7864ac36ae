// Puts another overview in the place of a project's; the project stays from then on.
// mode:   write
// params: user_id, path, text, now
// rows:   path
MATCH (project:Project {user_id: $user_id, path: $path})
SET project.overview = $text, project.overview_at = $now, project.updated_at = $now, project.kept = true
RETURN project.path AS path
