// Puts memories into their sessions, projects and categories, chains chunks in order, and rewrites the turns before them.
// mode:   write
// params: user_id, sessions, projects, categories, pairs, lasts, chunks, now
// rows:   chained, rewritten
CALL () {
  UNWIND $sessions AS row
  MERGE (session:Session {user_id: $user_id, id: row.session_id})
  ON CREATE SET session.created_at = $now, session.channel = row.channel
  SET session.updated_at = $now
  WITH session, row
  UNWIND row.memory_ids AS memory_id
  MATCH (memory:Memory {id: memory_id, user_id: $user_id})
  MERGE (memory)-[:IN_SESSION]->(session)
  RETURN count(*) AS in_sessions
}
CALL () {
  UNWIND $projects AS row
  MERGE (project:Project {user_id: $user_id, path: row.path})
  ON CREATE SET project.created_at = $now, project.name = row.name
  SET project.updated_at = $now
  WITH project, row
  UNWIND row.memory_ids AS memory_id
  MATCH (memory:Memory {id: memory_id, user_id: $user_id})
  MERGE (memory)-[:IN_PROJECT]->(project)
  RETURN count(*) AS in_projects
}
CALL () {
  UNWIND $categories AS path
  MERGE (category:Category {user_id: $user_id, path: path})
  ON CREATE SET category.created_at = $now
  RETURN count(*) AS in_categories
}
CALL () {
  UNWIND $chunks AS row
  // Before the chaining, and only where it is still to come: a repeated write adds no words twice.
  MATCH (first:Chunk {id: row.first, user_id: $user_id})
  WHERE NOT EXISTS { (:Chunk {user_id: $user_id})-[:NEXT]->(first) }
  MATCH (chunk:Chunk {id: row.id, user_id: $user_id})
  // What is archived stays out of the indexes, yet what is kept of it has to know what followed.
  WITH chunk, row, EXISTS { (chunk)-[:PART_OF]->(:Memory {user_id: $user_id, status: 'archived'}) } AS archived
  WITH chunk, row, archived, CASE WHEN archived THEN 'kept_words' ELSE row.field END AS field
  SET chunk += row.properties,
      chunk[field] = chunk[field] + CASE row.added WHEN '' THEN '' ELSE ' ' + row.added END,
      chunk.kept_embedding = CASE WHEN archived THEN coalesce(row.vector, chunk.kept_embedding)
                             ELSE chunk.kept_embedding END
  WITH chunk, row, archived
  CALL (chunk, row, archived) {
    WITH chunk, row, archived
    WHERE row.vector IS NOT NULL
    // include: memory/_other_side_emptied
    WITH chunk, row, archived
    WHERE NOT archived
    CALL db.create.setNodeVectorProperty(chunk, 'embedding', row.vector)
  }
  RETURN count(*) AS rewritten
}
CALL () {
  UNWIND $pairs AS pair
  MATCH (before:Chunk {id: pair[0], user_id: $user_id})
  MATCH (after:Chunk {id: pair[1], user_id: $user_id})
  MERGE (before)-[:NEXT]->(after)
  RETURN count(*) AS chained
}
CALL () {
  UNWIND $lasts AS row
  MATCH (session:Session {user_id: $user_id, id: row.session_id})
  MATCH (chunk:Chunk {id: row.chunk_id, user_id: $user_id})
  OPTIONAL MATCH (session)-[old:LAST]->(:Chunk {user_id: $user_id})
  DELETE old
  MERGE (session)-[:LAST]->(chunk)
  RETURN count(*) AS ends
}
RETURN chained, rewritten
