// Chooses the path that a project goes by from now on, once: the first that no other project has, or the one it joins.
// mode:   write
// params: user_id, path, paths, joins
// rows:   path, overview
MATCH (project:Project {user_id: $user_id, path: $path})
// What holds nothing, and nobody made, needs none.
WHERE project.becomes IS NOT NULL OR project.kept OR coalesce(project.overview, '') <> ''
   OR EXISTS { (:Memory {user_id: $user_id})-[:IN_PROJECT]->(project) }
   OR EXISTS { (:ProjectBackup {user_id: $user_id, path: $path}) }
   OR EXISTS { (:Session {user_id: $user_id, project: $path}) }
WITH project, [path IN $paths WHERE $joins OR NOT EXISTS { (:Project {user_id: $user_id, path: path}) }] AS free
SET project.becomes = coalesce(project.becomes, free[0])
WITH project
MERGE (new:Project {user_id: $user_id, path: project.becomes})
ON CREATE SET new.created_at = project.created_at, new.updated_at = project.updated_at,
              new.name = split(project.becomes, '/')[-1]
RETURN new.path AS path, project.overview AS overview
