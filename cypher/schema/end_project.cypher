// Ends a project whose memories are another's now: what else it had is the other's too, its overview at least as a backup.
// mode:   write
// params: user_id, path, into, scope, into_scope, backup_id, size_bytes
// rows:   path
MATCH (user:User {id: $user_id})
MATCH (project:Project {user_id: $user_id, path: $path})
MATCH (new:Project {user_id: $user_id, path: $into})
// What was computed of the graph before is not the newest any more.
SET user.writes = coalesce(user.writes, 0) + 1
WITH project, new, coalesce(project.overview, '') AS text, coalesce(new.overview, '') AS there
FOREACH (_ IN CASE WHEN text <> '' AND there = '' THEN [1] ELSE [] END |
  SET new.overview = text, new.overview_at = project.overview_at
)
FOREACH (_ IN CASE WHEN NOT text IN ['', there] AND there <> '' THEN [1] ELSE [] END |
  MERGE (backup:ProjectBackup {user_id: $user_id, path: $into, id: $backup_id})
  SET backup.at = coalesce(project.overview_at, project.updated_at), backup.text = text,
      backup.size_bytes = $size_bytes
)
WITH project, new, [key IN project.folders WHERE NOT key IN coalesce(new.folders, [])] AS folders
SET new.folders = CASE WHEN folders IS NULL THEN new.folders ELSE coalesce(new.folders, []) + folders END,
    new.kept = CASE WHEN project.kept THEN true ELSE new.kept END,
    new.description = CASE WHEN coalesce(new.description, '') = '' THEN project.description ELSE new.description END,
    new.created_at = CASE WHEN project.created_at < new.created_at THEN project.created_at ELSE new.created_at END,
    new.updated_at = CASE WHEN project.updated_at > new.updated_at THEN project.updated_at ELSE new.updated_at END
WITH project
CALL () {
  MATCH (backup:ProjectBackup {user_id: $user_id, path: $path})
  SET backup.path = $into
}
CALL () {
  MATCH (session:Session {user_id: $user_id, project: $path})
  SET session.project = $into
}
CALL () {
  WITH EXISTS { (:Summary {user_id: $user_id, scope: $into_scope, current: true}) } AS summarized
  MATCH (summary:Summary {user_id: $user_id, scope: $scope})
  SET summary.scope = $into_scope, summary.current = CASE WHEN summarized THEN null ELSE summary.current END
}
DETACH DELETE project
RETURN $path AS path
