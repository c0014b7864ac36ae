// Texts of a user's memories, newest first, after a cursor: what an exact search reads through.
// mode:   read
// params: user_id, filters, needle, after, after_id, limit, most
// rows:   memory, chunks, more
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.created_at <= $after AND (memory.created_at < $after OR memory.id < $after_id)
WITH memory
WHERE memory.status = $filters.status
  // include: recall/_passes_filters
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
