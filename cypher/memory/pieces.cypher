// Memories with their chunks, as they are put away or brought back: the texts, and where they stand.
// mode:   read
// params: user_id, ids
// rows:   memory, chunks
MATCH (memory:Memory {user_id: $user_id})
USING INDEX SEEK memory:Memory(id)
WHERE memory.id IN $ids AND memory.created_at IS NOT NULL
RETURN memory {.id, .status, .kept_status, .content_hash, .text, .packed, .project, .category, .session_id, .speaker} AS memory,
       COLLECT {
         MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
         RETURN {id: chunk.id, start: chunk.start, end: chunk.end, language: chunk.language,
                 text: coalesce(chunk.text, chunk.kept_text)}
         ORDER BY chunk.ordinal
       } AS chunks
