// The text of one backup of a project's overview.
// mode:   read
// params: user_id, path, id
// rows:   text
MATCH (backup:ProjectBackup {user_id: $user_id, path: $path, id: $id})
RETURN backup.text AS text
