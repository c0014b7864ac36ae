// What the importance of some memories rests on: their words and life, what ties them to others, what is near in meaning.
// mode:   read
// params: user_id, ids, kinds, near, entities_most, ties_most, text_most
// rows:   memory, entities, facts, leads_to, led_from, near
CYPHER 25
MATCH (memory:Memory {user_id: $user_id})
USING INDEX SEEK memory:Memory(id)
WHERE memory.id IN $ids AND memory.created_at IS NOT NULL
CALL (memory) {
  MATCH (memory)<-[:PART_OF]-(:Chunk {user_id: $user_id})-[:MENTIONS|DESCRIBES]->(entity:Entity)
  WITH DISTINCT entity
  LIMIT $entities_most
  RETURN collect(entity.id) AS entities
}
CALL (memory) {
  MATCH (memory)<-[:PART_OF]-(:Chunk {user_id: $user_id})-[:STATES]->(fact:Fact)
  RETURN count(fact) AS facts
}
CALL (memory) {
  MATCH (memory)-[link
  // include: link/_kinds
  ]->(other:Memory {user_id: $user_id})
  WHERE type(link) IN $kinds AND link.validation_status <> 'rejected' AND link.to_link IS NULL
    AND other.status <> 'invalid'
  WITH DISTINCT other
  LIMIT $ties_most
  RETURN count(other) AS leads_to
}
CALL (memory) {
  MATCH (memory)<-[link
  // include: link/_kinds
  ]-(other:Memory {user_id: $user_id})
  WHERE type(link) IN $kinds AND link.validation_status <> 'rejected' AND link.to_link IS NULL
    AND other.status <> 'invalid'
  WITH DISTINCT other
  LIMIT $ties_most
  RETURN count(other) AS led_from
}
CALL (memory) {
  MATCH (own:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
  WHERE own.ordinal = 0 AND own.embedding IS NOT NULL AND size(memory.text) <= $text_most
  CALL (own) {
    MATCH (chunk:Chunk)
      SEARCH chunk IN (VECTOR INDEX chunk_embedding FOR own.embedding
                       WHERE chunk.user_id = $user_id AND chunk.status = 'active' AND chunk.created_at <= own.created_at
                       LIMIT $near) SCORE AS score
    RETURN chunk, score
  }
  MATCH (chunk)-[:PART_OF]->(other:Memory {user_id: $user_id})
  // Of two that say the same the later one repeats the other. Turns of one talk are always near.
  WHERE (other.created_at < memory.created_at OR (other.created_at = memory.created_at AND other.id < memory.id))
    AND size(other.text) <= $text_most AND size(memory.text) <= 2 * size(other.text) AND size(other.text) <= 2 * size(memory.text)
    AND (memory.speaker IS NULL OR memory.session_id = '' OR other.session_id <> memory.session_id)
    AND NOT EXISTS {
      (memory)<-[:FROM|TO]-(judged:Inference {user_id: $user_id, kind: 'duplicate', validation_status: 'rejected'})-[:FROM|TO]->(other) }
  WITH other, max(score) AS score
  ORDER BY score DESC, other.id
  RETURN collect({id: other.id, text: other.text, cosine: 2 * score - 1}) AS near
}
RETURN memory {.*} AS memory, entities, facts, leads_to, led_from, near
