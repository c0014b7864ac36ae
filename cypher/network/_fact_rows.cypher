// The end of a statement that has found facts: each with the sentence that states it, the surest first.
MATCH (chunk:Chunk {user_id: $user_id})-[:STATES]->(fact)
WHERE chunk.status <> 'invalid'
WITH DISTINCT fact, chunk
ORDER BY fact.confidence DESC, fact.said_at DESC, fact.id
LIMIT $limit
MATCH (memory:Memory)<-[:PART_OF]-(chunk)
MATCH (subject:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(object:Entity)
RETURN fact {.id, .predicate, .type, .polarity, .modality, .confidence, .start, .end, .said_at, .valid_to, .time, .place,
             .amount, memory_id: memory.id, subject_id: subject.id, subject: subject.name, object_id: object.id,
             object: object.name, chunk_start: chunk.start, text: coalesce(chunk.text, chunk.kept_text, ''),
             packed: memory.packed} AS fact
ORDER BY fact.confidence DESC, fact.said_at DESC, fact.id
