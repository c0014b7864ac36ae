// The oldest memories of the backlog, whose they are, and the turns near them in their talks.
// mode:   read
// params: limit
// rows:   memory, near
MATCH (memory:Memory {pending: true})
// Asked so that the index of both answers, and in its order, for which the mark stands first, though it is one value.
WHERE memory.id IS NOT NULL
WITH memory
ORDER BY memory.pending, memory.id
LIMIT $limit
CALL (memory) {
  MATCH (own:Chunk {user_id: memory.user_id})-[:PART_OF]->(memory)
  WHERE memory.speaker IS NOT NULL AND memory.session_id <> ''
  MATCH (own)-[:NEXT*0..4]-(chunk:Chunk {user_id: memory.user_id, session_id: memory.session_id})
  WITH DISTINCT memory, chunk
  MATCH (chunk)-[:PART_OF]->(owner:Memory {user_id: memory.user_id})
  OPTIONAL MATCH (chunk)-[:NEXT]->(next:Chunk {user_id: memory.user_id})
  // A turn that is understood but keeps no vector of its own is embedded anew, from its memory.
  RETURN collect({id: chunk.id, next: next.id, vector: chunk.own_embedding, hash: owner.content_hash,
                  ending: NOT EXISTS { (chunk)-[:NEXT*4..4]->(:Chunk {user_id: memory.user_id}) },
                  memory: CASE WHEN coalesce(chunk.embedding, chunk.kept_embedding) IS NOT NULL
                                AND chunk.own_embedding IS NULL THEN owner {.*} END
                 }) AS near
}
RETURN memory {.*} AS memory, near
