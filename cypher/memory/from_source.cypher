// The ids of a user's memories of a project or a source, and of those below it, whatever their status.
// mode:   read
// params: user_id, project, sources, gone, limit
// rows:   id, place, source
MATCH (memory:Memory {user_id: $user_id})
WHERE ($project IS NULL OR memory.project = $project OR memory.project STARTS WITH $project + '/')
  AND (size($sources) = 0
       OR any(source IN $sources
              WHERE memory.source = source OR memory.source STARTS WITH source + '/'
                 OR any(start IN [source, $gone + source]
                        WHERE memory.place STARTS WITH start + '/' OR memory.place STARTS WITH start + '#')))
RETURN memory.id AS id, memory.place AS place, memory.source AS source
ORDER BY id
LIMIT $limit
