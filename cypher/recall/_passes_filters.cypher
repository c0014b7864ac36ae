// Further conditions of a WHERE: `memory` passes the caller's filters, all but its status.
AND memory.created_at >= $filters.created_from AND memory.created_at <= $filters.created_to
// A project is a path: what lies below it belongs to it. So does a source.
AND ($filters.project IS NULL OR memory.project = $filters.project OR memory.project STARTS WITH $filters.project + '/')
AND ($filters.category IS NULL OR memory.category = $filters.category)
AND ($filters.session_id IS NULL OR memory.session_id = $filters.session_id)
AND all(tag IN $filters.tags WHERE tag IN memory.tags)
// Whoever reads the answer sees what is meant for them: all of it where that is the user alone.
AND ($filters.audiences IS NULL OR memory.audience IN $filters.audiences)
AND ($filters.area IS NULL OR memory.area = $filters.area)
AND ($filters.agent IS NULL OR memory.agent = $filters.agent)
AND ($filters.channel IS NULL OR memory.channel = $filters.channel)
AND ($filters.source IS NULL OR memory.source = $filters.source OR memory.source STARTS WITH $filters.source + '/')
AND ($filters.language IS NULL OR memory.language = $filters.language)
// What has no time of its own happened when it was kept, as it is shown.
AND ($filters.occurred_from IS NULL OR coalesce(memory.occurred_at, memory.created_at) >= $filters.occurred_from)
AND ($filters.occurred_to IS NULL OR coalesce(memory.occurred_at, memory.created_at) <= $filters.occurred_to)
AND ($filters.min_importance IS NULL OR memory.importance >= $filters.min_importance)
AND ($filters.bookmarked IS NULL OR coalesce(memory.bookmarked, false) = $filters.bookmarked)
AND ($filters.near IS NULL
      OR point.distance(point({latitude: memory.latitude, longitude: memory.longitude}), point($filters.near.centre))
         <= $filters.near.metres)
AND (size($filters.entities) = 0 OR EXISTS {
      MATCH (memory)<-[:PART_OF]-(:Chunk)-[:MENTIONS|DESCRIBES]->(named:Entity {user_id: $user_id})
      WHERE named.id IN $filters.entities OR named.key IN $filters.entities OR named.name IN $filters.entities })
