// Chooses the path that a project goes by from now on, once: the first that no other project has, or the one it joins.
// mode:   write
// params: user_id, path, paths, joins
// rows:   path, overview
MATCH (project:Project {user_id: $user_id, path: $path})
WITH project, [path IN $paths WHERE $joins OR NOT EXISTS { (:Project {user_id: $user_id, path: path}) }] AS free
SET project.becomes = coalesce(project.becomes, free[0])
WITH project
MERGE (new:Project {user_id: $user_id, path: project.becomes})
ON CREATE SET new.created_at = project.created_at, new.updated_at = project.updated_at,
              new.name = split(project.becomes, '/')[-1]
RETURN new.path AS path, project.overview AS overview
