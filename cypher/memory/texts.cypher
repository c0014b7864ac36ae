// Texts of a user's memories, newest first, after a cursor: what an exact search reads through.
// mode:   read
// params: user_id, filters, needle, after, after_id, limit, most
// rows:   memory, chunks, more
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.created_at <= $after AND (memory.created_at < $after OR memory.id < $after_id)
WITH memory
WHERE memory.created_at >= $filters.created_from AND memory.created_at <= $filters.created_to
  AND ($filters.project IS NULL OR memory.project = $filters.project)
  AND ($filters.category IS NULL OR memory.category = $filters.category)
  AND ($filters.session_id IS NULL OR memory.session_id = $filters.session_id)
  AND all(tag IN $filters.tags WHERE tag IN memory.tags)
  AND ($filters.channel IS NULL OR memory.channel = $filters.channel)
  AND ($filters.source IS NULL OR memory.source = $filters.source)
  AND ($filters.language IS NULL OR memory.language = $filters.language)
  AND ($filters.occurred_from IS NULL OR memory.occurred_at >= $filters.occurred_from)
  AND ($filters.occurred_to IS NULL OR memory.occurred_at <= $filters.occurred_to)
  AND ($filters.min_importance IS NULL OR memory.importance >= $filters.min_importance)
  AND (size($filters.entities) = 0 OR EXISTS {
        MATCH (memory)<-[:PART_OF]-(:Chunk)-[:MENTIONS|DESCRIBES]->(named:Entity {user_id: $user_id})
        WHERE named.id IN $filters.entities OR named.key IN $filters.entities OR named.name IN $filters.entities })
  AND memory.status = $filters.status
  AND ($needle IS NULL OR toLower(memory.text) CONTAINS $needle)
WITH memory
ORDER BY memory.created_at DESC, memory.id DESC
LIMIT $limit
// No more text at once than `most` characters, but always the first.
WITH collect(memory) AS page
WITH page, reduce(sums = [0], one IN page | sums + [last(sums) + size(one.text)]) AS sums
WITH [place IN range(0, size(page) - 1) WHERE sums[place] < $most | page[place]] AS kept, size(page) AS found
UNWIND kept AS memory
// Most memories have one chunk, from their beginning: only those behind it need telling.
RETURN memory {.*} AS memory,
       [(memory)<-[:PART_OF]-(chunk:Chunk) WHERE chunk.start > 0 | chunk {.id, .start, .end}] AS chunks,
       found = $limit OR size(kept) < found AS more
