// Keeps a project for a folder, by its keys, and for no other project any more.
// mode:   write
// params: user_id, path, keys
// rows:   path
MATCH (project:Project {user_id: $user_id, path: $path})
CALL () {
  MATCH (other:Project {user_id: $user_id})
  WHERE other.path <> $path AND any(key IN other.folders WHERE key IN $keys)
  SET other.folders = [key IN other.folders WHERE NOT key IN $keys]
  RETURN count(*) AS left
}
SET project.folders = [key IN coalesce(project.folders, []) WHERE NOT key IN $keys] + $keys, project.kept = true
RETURN project.path AS path
