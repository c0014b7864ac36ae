// The overview of a project with the backups of it, newest first.
// mode:   read
// params: user_id, path
// rows:   path, text, changed_at, backups
MATCH (project:Project {user_id: $user_id, path: $path})
RETURN project.path AS path, coalesce(project.overview, '') AS text, project.overview_at AS changed_at,
       COLLECT {
         MATCH (backup:ProjectBackup {user_id: $user_id, path: project.path})
         RETURN backup {.id, .at, .size_bytes} AS backup
         ORDER BY backup.at DESC, backup.id DESC
       } AS backups
