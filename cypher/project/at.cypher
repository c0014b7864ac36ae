// The projects of a user that are kept for a folder, by any of its keys.
// mode:   read
// params: user_id, keys
// rows:   path, folders
MATCH (project:Project {user_id: $user_id})
WHERE any(key IN project.folders WHERE key IN $keys)
RETURN project.path AS path, project.folders AS folders
ORDER BY path
