// What the detectors of links read of memories, and how far the user's graph has come.
// mode:   read
// params: user_id, ids, text_most, symmetric
// rows:   memory, asks, names, facts, judged, chunks, forgot_at
MATCH (user:User {id: $user_id})
UNWIND $ids AS id
MATCH (memory:Memory {id: id, user_id: $user_id})
CALL (memory) {
  MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
  RETURN max(coalesce(chunk.asks, false)) AS asks
}
CALL (memory) {
  MATCH (memory)<-[:PART_OF]-(:Chunk {user_id: $user_id})-[tie:MENTIONS|DESCRIBES]->(entity:Entity)
  WITH tie, entity
  ORDER BY entity.mention_count, entity.key, entity.kind
  LIMIT 200
  // The name that this memory gives it: a link must keep nothing that only another memory knew.
  RETURN collect({id: entity.id, name: tie.name, type: entity.type, count: entity.mention_count,
                  about: type(tie) = 'DESCRIBES', titled: coalesce(tie.titled, false),
                  spoke: tie.link_type = 'performed_by', starts: tie.starts}) AS names
}
CALL (memory) {
  MATCH (memory)<-[:PART_OF]-(:Chunk {user_id: $user_id})-[:STATES]->(fact:Fact)
  MATCH (fact)-[:SUBJECT]->(subject:Entity {user_id: $user_id})
  MATCH (fact)-[:OBJECT]->(object:Entity {user_id: $user_id})
  WITH fact, subject, object
  // What a person rejected proves nothing; who denies it says the same as that person.
  WHERE NOT (fact.holds AND EXISTS {
    (subject)-[relation
    // include: network/_relation_types
    ]-(object)
    WHERE type(relation) = fact.type AND relation.validation_status = 'rejected'
      AND (fact.type IN $symmetric OR startNode(relation) = subject) })
  ORDER BY fact.id
  LIMIT 100
  RETURN collect(fact {.id, .type, .lemma, .polarity, .modality, .past, .confidence, .said_at, .valid_from,
                       valid_to: coalesce(fact.told_to, fact.valid_to),
                       subject: subject.id, subject_name: subject.name, subject_type: subject.type,
                       object: object.id, object_name: object.name, object_type: object.type}) AS facts
}
RETURN memory {.id, .title, .titled, .created_at, .occurred_at, .session_id, .project, .tags, .speaker,
               text: left(memory.text, $text_most)} AS memory,
       asks, names, facts,
       COLLECT {
         MATCH (memory)-[link
         // include: link/_kinds
         ]-(other:Memory {user_id: $user_id})
         WHERE link.validation_status IN ['confirmed', 'rejected']
         RETURN {other: other.id, kind: type(link), status: link.validation_status}
       } + COLLECT {
         MATCH (memory)<-[:FROM]-(inference:Inference {user_id: $user_id, kind: 'duplicate'})-[:TO]->(other:Memory)
         WHERE inference.validation_status IN ['confirmed', 'rejected']
         RETURN {other: other.id, kind: inference.kind, status: inference.validation_status}
       } AS judged, user.chunk_count AS chunks, coalesce(user.forgot_at, 0) AS forgot_at
