// What a context may be made of: a user's pinned memories, hits, and the chunks beside hits in text or talk.
// mode:   read
// params: user_id, filters, vector, chunks, widened, pinned_read, pinned_most, parts_most
// rows:   role, hit, step, chunk_id, memory, text, start, end, asks, cosine, endings
CALL () {
  CALL () {
    MATCH (memory:Memory {user_id: $user_id, pinned: true})
    WHERE memory.status = $filters.status
      // include: recall/_passes_filters
    // A bound for whoever pins everything.
    WITH memory
    ORDER BY memory.importance DESC, memory.id DESC
    LIMIT $pinned_read
    CALL (memory) {
      MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
      WITH chunk, 2 * vector.similarity.cosine(chunk.embedding, $vector) - 1 AS cosine
      ORDER BY coalesce(cosine, -1.0) DESC, chunk.ordinal
      LIMIT $parts_most
      RETURN collect({chunk: chunk, cosine: cosine}) AS parts
    }
    WITH memory, parts
    ORDER BY coalesce(parts[0].cosine, -1.0) DESC, memory.importance DESC, memory.id DESC
    LIMIT $pinned_most
    UNWIND parts AS part
    RETURN memory, part.chunk AS chunk, part.cosine AS cosine
  }
  RETURN 'pinned' AS role, null AS hit, 0 AS step, chunk, memory, cosine
 UNION ALL
  UNWIND $chunks AS hit
  MATCH (centre:Chunk {id: hit, user_id: $user_id})-[:PART_OF]->(own:Memory {user_id: $user_id})
  USING INDEX SEEK centre:Chunk(id)
  CALL (hit, centre, own) {
    RETURN 'hit' AS role, 0 AS step, centre AS chunk
    UNION ALL
    WITH hit, centre
    WHERE hit IN $widened
    MATCH way = (centre)-[:NEXT*1..2]->(chunk:Chunk {user_id: $user_id})
    RETURN 'after' AS role, length(way) AS step, chunk
    UNION ALL
    WITH hit, centre
    WHERE hit IN $widened
    MATCH way = (chunk:Chunk {user_id: $user_id})-[:NEXT*1..2]->(centre)
    RETURN 'before' AS role, length(way) AS step, chunk
    UNION ALL
    WITH hit, centre, own
    WHERE hit IN $widened AND own.speaker IS NULL
    MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(own)
    WHERE chunk <> centre
    WITH chunk
    ORDER BY vector.similarity.cosine(chunk.embedding, $vector) DESC, chunk.ordinal
    LIMIT $parts_most
    RETURN 'part' AS role, 0 AS step, chunk
  }
  MATCH (chunk)-[:PART_OF]->(memory)
  WHERE memory.user_id = $user_id
    // include: recall/_passes_filters
    AND memory.status = $filters.status
  RETURN role, hit, step, chunk, memory, 2 * vector.similarity.cosine(chunk.embedding, $vector) - 1 AS cosine
}
// include: recall/_endings
RETURN role, hit, step, chunk.id AS chunk_id,
       memory {.id, .title, .titled, .speaker, .session_id, .created_at, .occurred_at, .utc_offset, .duplicate_of,
               .pinned, .packed, chunks: COUNT { (memory)<-[:PART_OF]-() }} AS memory,
       coalesce(chunk.text, chunk.kept_text) AS text, chunk.start AS start, chunk.end AS end,
       coalesce(chunk.asks, false) AS asks, cosine, endings
ORDER BY role, hit, step, chunk_id
