// Keeps the overview of a project as it is now; the oldest backups go beyond `most`.
// mode:   write
// params: user_id, path, id, now, size_bytes, most
// rows:   id
MATCH (project:Project {user_id: $user_id, path: $path})
MERGE (backup:ProjectBackup {user_id: $user_id, path: project.path, id: $id})
ON CREATE SET backup.at = $now, backup.text = coalesce(project.overview, ''), backup.size_bytes = $size_bytes
WITH project, backup
CALL (project) {
  MATCH (old:ProjectBackup {user_id: $user_id, path: project.path})
  WITH old
  ORDER BY old.at DESC, old.id DESC
  SKIP $most
  DELETE old
  RETURN count(*) AS dropped
}
RETURN $id AS id
