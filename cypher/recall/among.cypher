// The chunks of some memories by how near they are to a vector, exactly: the best few of each memory, nearest first.
// mode:   read
// params: user_id, filters, vector, ids, each, kept, text_most
// rows:   chunk_id, memory, text, start, end, asks, endings, cosine, words
UNWIND $ids AS id
MATCH (memory:Memory {id: id, user_id: $user_id})
USING INDEX SEEK memory:Memory(id)
MATCH (memory)<-[:PART_OF]-(chunk)
WHERE chunk.user_id = $user_id AND memory.status = $filters.status
// What is archived keeps its vector beside the index.
WITH memory, chunk, coalesce(chunk.embedding, chunk.kept_embedding) AS embedding
WHERE embedding IS NOT NULL
WITH memory, chunk, 2 * vector.similarity.cosine(embedding, $vector) - 1 AS cosine
ORDER BY cosine DESC, chunk.id
WITH memory, collect({chunk: chunk, cosine: cosine})[..$each] AS nearest
UNWIND nearest AS one
WITH memory, one.chunk AS chunk, one.cosine AS cosine
ORDER BY cosine DESC, chunk.id
LIMIT $kept
// include: recall/_endings
// include: recall/_chunk_columns
       cosine, null AS words
