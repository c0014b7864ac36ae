// The earlier memories that may be linked to some: near in meaning, in names, in a session, in time, or named by id.
// mode:   read
// params: user_id, memories, near, beam, rare, most
// rows:   id, candidates
CYPHER 25
UNWIND $memories AS row
MATCH (memory:Memory {id: row.id, user_id: $user_id})
CALL (memory, row) {
  MATCH (own:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
  WHERE own.ordinal < 4 AND own.embedding IS NOT NULL
  CALL (own) {
    MATCH (chunk:Chunk)
      SEARCH chunk IN (VECTOR INDEX chunk_embedding FOR own.embedding
                       WHERE chunk.user_id = $user_id AND chunk.status = 'active' AND chunk.created_at <= own.created_at
                       LIMIT $beam)
    // The index is approximate and so are its scores, by how it was filled: among more than are wanted the nearest by
    // the vectors themselves are always the same.
    WITH chunk, round(vector.similarity.cosine(chunk.embedding, own.embedding), 4) AS score
    RETURN chunk, score
    ORDER BY score DESC, chunk.created_at DESC, chunk.text
    LIMIT $near
  }
  MATCH (chunk)-[:PART_OF]->(other:Memory {user_id: $user_id})
  WITH other, 2 * max(score) - 1 AS cosine
  RETURN other, cosine, null AS steps, false AS follows
  UNION ALL
  MATCH (memory)<-[:PART_OF]-(:Chunk {user_id: $user_id})-[:MENTIONS|DESCRIBES]->(entity:Entity)
  WHERE entity.mention_count > 1 AND entity.mention_count <= $rare AND entity.type <> 'TimeUnit'
    AND NOT coalesce(entity.subtype, '') IN ['money', 'quantity']
  WITH DISTINCT entity
  ORDER BY entity.mention_count, entity.key, entity.kind
  LIMIT 30
  MATCH (entity)<-[:MENTIONS|DESCRIBES]-(:Chunk {user_id: $user_id})-[:PART_OF]->(other:Memory {user_id: $user_id})
  RETURN other, null AS cosine, null AS steps, false AS follows
  UNION ALL
  // A session is walked back by its index; all pairs of it are never looked at.
  MATCH (other:Memory {user_id: $user_id, session_id: memory.session_id})
  WHERE memory.session_id <> '' AND other.created_at <= memory.created_at
    AND (other.created_at < memory.created_at OR other.id < memory.id)
  WITH other
  ORDER BY other.created_at DESC, other.id DESC
  LIMIT 2
  WITH collect(other) AS others
  UNWIND range(0, size(others) - 1) AS place
  RETURN others[place] AS other, null AS cosine, place + 1 AS steps, false AS follows
  UNION ALL
  MATCH (before:Chunk {user_id: $user_id})-[:NEXT]->(:Chunk {user_id: $user_id, ordinal: 0})-[:PART_OF]->(memory)
  MATCH (before)-[:PART_OF]->(other:Memory {user_id: $user_id})
  WHERE before.speaker IS NOT NULL
  RETURN other, null AS cosine, null AS steps, true AS follows
  UNION ALL
  MATCH (other:Memory {user_id: $user_id})
  WHERE other.occurred_at >= row.since AND other.occurred_at <= row.until
    AND (other.created_at < memory.created_at OR (other.created_at = memory.created_at AND other.id < memory.id))
  WITH other
  ORDER BY other.occurred_at DESC, other.id DESC
  LIMIT 20
  RETURN other, null AS cosine, null AS steps, false AS follows
  UNION ALL
  UNWIND row.named AS id
  MATCH (other:Memory {id: id, user_id: $user_id})
  RETURN other, null AS cosine, null AS steps, false AS follows
}
// Of two memories the one told later finds the link: what comes after it changes nothing of it.
WITH memory, row, other, cosine, steps, follows
WHERE other.status = 'active' AND other.pending IS NULL
  AND (other.created_at < memory.created_at OR (other.created_at = memory.created_at AND other.id < memory.id))
WITH memory, row, other, max(cosine) AS cosine, min(steps) AS steps, max(follows) AS follows
// What is certain first, then what is alike: null, of which nothing is known, would else come before every number.
ORDER BY steps IS NOT NULL OR follows OR other.id IN row.named DESC, coalesce(cosine, -1.0) DESC, other.created_at DESC,
         other.text, other.id DESC
WITH memory, collect({id: other.id, cosine: cosine, steps: steps, follows: follows})[..$most] AS candidates
RETURN memory.id AS id, candidates
