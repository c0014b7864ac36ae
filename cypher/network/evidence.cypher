// What ties two nodes by a relation, a link or a mention: its words, and the sentence of the surest memory that says so.
// mode:   read
// params: user_id, hops, at
// rows:   place, source, target, type, predicate, confidence, memory_id, sentence, start, end, packed, seen
UNWIND $hops AS hop
CALL (hop) {
  MATCH (near:Entity {id: hop.near, user_id: $user_id})-[relation]-(far:Entity {id: hop.far, user_id: $user_id})
  WHERE type(relation) = hop.type AND relation.evidence_count > 0
  WITH relation, CASE WHEN relation.turned THEN endNode(relation) ELSE startNode(relation) END AS source,
       CASE WHEN relation.turned THEN startNode(relation) ELSE endNode(relation) END AS target
  ORDER BY relation.confidence DESC
  LIMIT 1
  OPTIONAL MATCH (source)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id, holds: true})-[:SUBJECT|OBJECT]->(target)
  WHERE fact.type = type(relation) AND ($at IS NULL OR (fact.valid_from <= $at AND fact.valid_to > $at))
  OPTIONAL MATCH (fact)<-[:STATES]-(chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory:Memory)
  WHERE chunk.status <> 'invalid'
  WITH relation, source, target, fact, chunk, memory
  ORDER BY fact.confidence DESC, fact.said_at DESC, fact.id
  LIMIT 1
  RETURN source.id AS source, target.id AS target, coalesce(fact.predicate, relation.predicate) AS predicate,
         relation.confidence AS confidence, memory.id AS memory_id, relation.last_seen AS seen,
         substring(coalesce(chunk.text, chunk.kept_text), fact.start - chunk.start, fact.end - fact.start) AS sentence,
         fact.start AS start, fact.end AS end, memory.packed AS packed
  UNION ALL
  MATCH (near:Memory {id: hop.near, user_id: $user_id})-[link]-(far:Memory {id: hop.far, user_id: $user_id})
  WHERE type(link) = hop.type
  RETURN startNode(link).id AS source, endNode(link).id AS target, toLower(replace(type(link), '_', ' ')) AS predicate,
         link.confidence AS confidence, startNode(link).id AS memory_id, startNode(link).created_at AS seen,
         link.reasons[0] AS sentence, 0 AS start, 0 AS end, null AS packed
  LIMIT 1
  UNION ALL
  UNWIND [[hop.near, hop.far], [hop.far, hop.near]] AS ends
  MATCH (memory:Memory {id: ends[0], user_id: $user_id})<-[:PART_OF]-(chunk:Chunk {user_id: $user_id})
        -[tie:MENTIONS|DESCRIBES]->(entity:Entity {id: ends[1], user_id: $user_id})
  WITH memory, chunk, tie, entity
  ORDER BY tie.confidence DESC, chunk.id
  LIMIT 1
  RETURN memory.id AS source, entity.id AS target, replace(tie.link_type, '_', ' ') AS predicate,
         tie.confidence AS confidence, memory.id AS memory_id, memory.created_at AS seen,
         left(coalesce(chunk.text, chunk.kept_text), 200) AS sentence, chunk.start AS start, chunk.start + 200 AS end,
         memory.packed AS packed
}
RETURN hop.place AS place, source, target, hop.type AS type, predicate, confidence, memory_id, sentence, start,
       end, packed, seen
