// A page of memories with no more text at once than `most` characters, but always the first.
WITH collect(memory) AS page
WITH page, reduce(sums = [0], one IN page | sums + [last(sums) + coalesce(one.characters, size(one.text))]) AS sums
WITH [place IN range(0, size(page) - 1) WHERE sums[place] < $most | page[place]] AS kept, size(page) AS found
UNWIND kept AS memory
// Most memories have one chunk, from their beginning: only those behind it need telling.
RETURN memory {.*} AS memory,
       [(memory)<-[:PART_OF]-(chunk:Chunk) WHERE chunk.start > 0 | chunk {.id, .start, .end}] AS chunks,
       found = $limit OR size(kept) < found AS more
