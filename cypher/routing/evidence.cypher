// What speaks for each project of a user: chunks near to a message, chunks with its words, entities it names, its session.
// mode:   read
// params: user_id, filters, vector, query, candidates, neighbours, keys, longer, hub, session_id, talk_most, talked_since, projects_most
// rows:   kind, path, detail, value
CYPHER 25
CALL () {
  CALL () {
    // include: recall/_nearest_chunks
    RETURN chunk, cosine
  }
  WITH chunk, cosine
  WHERE $filters.audiences IS NULL OR EXISTS {
        MATCH (chunk)-[:PART_OF]->(memory:Memory {user_id: $user_id}) WHERE memory.audience IN $filters.audiences }
  WITH chunk, cosine
  ORDER BY cosine DESC
  LIMIT $neighbours
  RETURN 'near' AS kind, chunk.project AS path, '' AS detail, cosine AS value
 UNION ALL
  CALL db.index.fulltext.queryNodes('chunk_terms', $query, {limit: $candidates})
  YIELD node AS chunk, score
  WITH chunk, score
  WHERE chunk:Chunk AND chunk.user_id = $user_id AND chunk.project <> ''
    AND ($filters.audiences IS NULL OR EXISTS {
        MATCH (chunk)-[:PART_OF]->(memory:Memory {user_id: $user_id}) WHERE memory.audience IN $filters.audiences })
  WITH chunk, score
  LIMIT $neighbours
  RETURN 'words' AS kind, chunk.project AS path, '' AS detail, score AS value
 UNION ALL
  CALL () {
    // include: recall/_asked_entities
    RETURN asked
  }
  UNWIND asked AS entity
  WITH entity
  WHERE entity.mention_count <= $hub AND entity.key <> 'me'
  MATCH (entity)<-[tie:MENTIONS|DESCRIBES]-(chunk:Chunk {user_id: $user_id, status: 'active'})
  WHERE chunk.project <> '' AND ($filters.audiences IS NULL OR EXISTS {
        MATCH (chunk)-[:PART_OF]->(memory:Memory {user_id: $user_id}) WHERE memory.audience IN $filters.audiences })
  WITH entity, chunk.project AS path, toFloat(count(DISTINCT chunk)) AS value, min(tie.surfaces[0]) AS surface
  WITH entity, collect({path: path, value: value}) AS places, min(surface) AS surface
  // The name of an entity is made of all that names it: for others it is as it stands in what they may read.
  WITH places, CASE WHEN $filters.audiences IS NULL THEN entity.name ELSE coalesce(surface, '') END AS name
  UNWIND places AS place
  RETURN 'entity' AS kind, place.path AS path, name AS detail, place.value AS value
 UNION ALL
  MATCH (session:Session {user_id: $user_id, id: $session_id})
  CALL (session) {
    MATCH (memory:Memory {user_id: $user_id})-[:IN_SESSION]->(session)
    WHERE memory.project <> '' AND memory.created_at >= $talked_since
      AND ($filters.audiences IS NULL OR memory.audience IN $filters.audiences)
    WITH memory
    ORDER BY memory.created_at DESC, memory.id DESC
    LIMIT $talk_most
    RETURN collect(memory.project) AS paths
  }
  WITH CASE WHEN session.project <> '' AND session.updated_at >= $talked_since
              AND ($filters.audiences IS NULL OR session.audience IN $filters.audiences)
         THEN [session.project] + paths ELSE paths END AS paths
  UNWIND range(0, size(paths) - 1) AS place
  RETURN 'session' AS kind, paths[place] AS path, '' AS detail, 1.0 / (1 + place) AS value
 UNION ALL
  CALL () {
    MATCH (project:Project {user_id: $user_id})
    WHERE $filters.audiences IS NULL OR EXISTS {
      MATCH (shown:Memory {user_id: $user_id, project: project.path}) WHERE shown.audience IN $filters.audiences }
    RETURN project
    ORDER BY project.updated_at DESC, project.path
    LIMIT $projects_most
  }
  RETURN 'project' AS kind, project.path AS path,
         // Nobody said who may read a description beside the user.
         CASE WHEN $filters.audiences IS NULL THEN coalesce(project.description, '') ELSE '' END AS detail, 0.0 AS value
}
RETURN kind, path, detail, value
ORDER BY kind, value DESC, path, detail
