// The end of a statement that has found facts: each with the sentence that states it, the surest first.
MATCH (chunk:Chunk {user_id: $user_id})-[:STATES]->(fact)
WHERE chunk.status <> 'invalid'
WITH DISTINCT fact, chunk
ORDER BY fact.confidence DESC, fact.said_at DESC, fact.id
LIMIT $limit
MATCH (memory:Memory)<-[:PART_OF]-(chunk)
OPTIONAL MATCH (fact)-[:SUBJECT]->(subject:Entity)
OPTIONAL MATCH (fact)-[:OBJECT]->(object:Entity)
WITH memory, chunk, fact, subject, object
WHERE fact:LiteralFact OR (subject IS NOT NULL AND object IS NOT NULL)
RETURN fact {.id, .predicate, .type, .polarity, .modality, .confidence, .start, .end, .said_at, .valid_to, .time, .place,
             .amount, .subject_text, .object_text, .roles, .arguments, memory_id: memory.id, subject_id: subject.id,
             subject: coalesce(subject.name, fact.subject_text), object_id: object.id,
             object: coalesce(object.name, fact.object_text), chunk_start: chunk.start,
             text: coalesce(chunk.text, chunk.kept_text, ''), packed: memory.packed} AS fact
ORDER BY fact.confidence DESC, fact.said_at DESC, fact.id
