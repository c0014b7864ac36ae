// A project that stays even without memories.
// mode:   write
// params: user_id, path, name, description, now
// rows:   path
MERGE (project:Project {user_id: $user_id, path: $path})
ON CREATE SET project.created_at = $now, project.name = $name
SET project.updated_at = $now, project.description = $description, project.kept = true
RETURN project.path AS path
