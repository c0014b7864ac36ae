// The short memories nearest to some new ones by meaning and of the same voice, to see what replaces what.
// mode:   read
// params: user_id, ids, near, least, text_most
// rows:   memory, others, forgot_at
CYPHER 25
MATCH (user:User {id: $user_id})
UNWIND $ids AS id
MATCH (own:Chunk {user_id: $user_id})-[:PART_OF]->(memory:Memory {id: id, user_id: $user_id})
WHERE own.ordinal = 0 AND own.embedding IS NOT NULL AND size(memory.text) <= $text_most
CALL (own, memory) {
  MATCH (chunk:Chunk)
    SEARCH chunk IN (VECTOR INDEX chunk_embedding FOR own.embedding
                     WHERE chunk.user_id = $user_id AND chunk.status = 'active'
                     LIMIT $near) SCORE AS score
  WITH own, memory, chunk, 2 * score - 1 AS cosine
  WHERE cosine >= $least
  MATCH (chunk)-[:PART_OF]->(other:Memory {user_id: $user_id})
  WHERE other <> memory AND size(other.text) <= $text_most
    AND coalesce(other.speaker, '') = coalesce(memory.speaker, '')
    // Turns of one talk are always near.
    AND (memory.speaker IS NULL OR coalesce(other.session_id, '') <> coalesce(memory.session_id, ''))
  RETURN collect({id: other.id, text: other.text, at: toString(coalesce(other.occurred_at, other.created_at)),
                  cosine: cosine,
                  people: [(chunk)-[tie:MENTIONS|DESCRIBES]->(person:Entity {type: 'Person'})
                           | {id: person.id, name: tie.name, starts: tie.starts}]}) AS others
}
RETURN {id: memory.id, text: memory.text, at: toString(coalesce(memory.occurred_at, memory.created_at)),
        people: [(own)-[tie:MENTIONS|DESCRIBES]->(person:Entity {type: 'Person'})
                 | {id: person.id, name: tie.name, starts: tie.starts}]} AS memory, others,
       coalesce(user.forgot_at, 0) AS forgot_at
