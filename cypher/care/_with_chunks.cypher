// A `memory` with its `chunks` as the indexes have them: words, filters and the length of the vector, not its values.
WITH memory,
     COLLECT {
       MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
       RETURN {id: chunk.id, ordinal: chunk.ordinal, start: chunk.start, end: chunk.end, text: chunk.text,
               language: chunk.language, status: chunk.status, facets: chunk.facets, project: chunk.project,
               category: chunk.category, session_id: chunk.session_id, dimensions: size(chunk.embedding),
               words: head([field IN $fields WHERE chunk[field] IS NOT NULL | chunk[field]])}
       ORDER BY chunk.ordinal
     } AS chunks
