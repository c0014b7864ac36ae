// The short memories nearest to some new ones by meaning and of the same voice, to see what replaces what.
// mode:   read
// params: user_id, ids, near, least, text_most
// rows:   memory, others, forgot_at
CYPHER 25
MATCH (user:User {id: $user_id})
UNWIND $ids AS id
MATCH (own:Chunk {user_id: $user_id})-[:PART_OF]->(memory:Memory {id: id, user_id: $user_id})
WHERE own.ordinal = 0 AND own.embedding IS NOT NULL AND size(memory.text) <= $text_most
CALL (own) {
  MATCH (chunk:Chunk)
    SEARCH chunk IN (VECTOR INDEX chunk_embedding FOR own.embedding
                     WHERE chunk.user_id = $user_id AND chunk.status = 'active'
                     LIMIT $near)
  // The score of the index is approximate, by how it was filled.
  WITH chunk, 2 * vector.similarity.cosine(chunk.embedding, own.embedding) - 1 AS cosine
  WHERE cosine >= $least
  RETURN chunk, cosine
}
// A chunk is read once, of however many of these memories it is near.
WITH user, chunk, collect({own: own, memory: memory, cosine: cosine}) AS near
MATCH (chunk)-[:PART_OF]->(other:Memory {user_id: $user_id})
WHERE size(other.text) <= $text_most
WITH user, near, other,
     {id: other.id, text: other.text, at: toString(coalesce(other.occurred_at, other.created_at)),
      people: [(chunk)-[tie:MENTIONS|DESCRIBES]->(person:Entity {type: 'Person'})
               | {id: person.id, name: tie.name, starts: tie.starts}]} AS read
UNWIND near AS one
WITH user, one.own AS own, one.memory AS memory, one.cosine AS cosine, other, read
WHERE other <> memory AND coalesce(other.speaker, '') = coalesce(memory.speaker, '')
  // Turns of one talk are always near.
  AND (memory.speaker IS NULL OR coalesce(other.session_id, '') <> coalesce(memory.session_id, ''))
WITH user, own, memory, cosine, read
ORDER BY cosine DESC
WITH user, own, memory, collect(read {.*, cosine: cosine}) AS others
RETURN {id: memory.id, text: memory.text, at: toString(coalesce(memory.occurred_at, memory.created_at)),
        people: [(own)-[tie:MENTIONS|DESCRIBES]->(person:Entity {type: 'Person'})
                 | {id: person.id, name: tie.name, starts: tie.starts}]} AS memory, others,
       coalesce(user.forgot_at, 0) AS forgot_at
