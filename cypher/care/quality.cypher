// How good a user's graph is: what memories are understood, what people judged, what repeats, how it grew.
// mode:   read
// params: user_id, since, symmetric, floors
// rows:   memories, active, archived, failed, pending, text_bytes, archived_bytes, packed_bytes, importance_sum, buckets, duplicates, with_entity, with_fact, entities, relations, proposed, rejected, edited, confirmed_relations, rejected_relations, confirmed_inferences, rejected_inferences, asymmetric, memories_new, entities_new
CALL () {
  MATCH (memory:Memory {user_id: $user_id})
  WHERE memory.created_at IS NOT NULL
  WITH memory, coalesce(memory.importance, 0.0) AS importance,
       memory.status = 'active' AS active, memory.status = 'archived' AS archived,
       EXISTS { (memory)<-[:PART_OF]-(:Chunk)-[:MENTIONS|DESCRIBES]->(:Entity) } AS with_entity,
       EXISTS { (memory)<-[:PART_OF]-(:Chunk)-[:STATES]->(:Fact|LiteralFact) } AS with_fact
  RETURN count(memory) AS memories, sum(CASE WHEN active THEN 1 ELSE 0 END) AS active,
         sum(CASE WHEN archived THEN 1 ELSE 0 END) AS archived, count(memory.failed) AS failed,
         sum(CASE WHEN memory.pending THEN 1 ELSE 0 END) AS pending,
         sum(coalesce(memory.size_bytes, memory.text_bytes, size(memory.text), 0)) AS text_bytes,
         sum(CASE WHEN archived THEN coalesce(memory.text_bytes, size(memory.text), 0) ELSE 0 END) AS archived_bytes,
         sum(CASE WHEN archived THEN coalesce(size(memory.packed), size(memory.text), 0) ELSE 0 END) AS packed_bytes,
         sum(CASE WHEN active THEN importance ELSE 0.0 END) AS importance_sum,
         [sum(CASE WHEN active AND importance >= $floors[0] THEN 1 ELSE 0 END),
          sum(CASE WHEN active AND importance >= $floors[1] THEN 1 ELSE 0 END),
          sum(CASE WHEN active AND importance >= $floors[2] THEN 1 ELSE 0 END),
          sum(CASE WHEN active AND importance >= $floors[3] THEN 1 ELSE 0 END),
          sum(CASE WHEN active AND importance >= $floors[4] THEN 1 ELSE 0 END)] AS buckets,
         count(memory.duplicate_of) AS duplicates, sum(CASE WHEN with_entity THEN 1 ELSE 0 END) AS with_entity,
         sum(CASE WHEN with_fact THEN 1 ELSE 0 END) AS with_fact,
         sum(CASE WHEN memory.created_at >= $since THEN 1 ELSE 0 END) AS memories_new
}
CALL () {
  MATCH (entity:Entity {user_id: $user_id})
  WHERE entity.key IS NOT NULL AND entity.type IS NOT NULL
  RETURN count(entity) AS entities,
         sum(CASE WHEN EXISTS { (entity)-[:SAME_AS_PROPOSED]-(:Entity) } THEN 1 ELSE 0 END) AS proposed,
         sum(CASE WHEN entity.edited IS NULL THEN 0 ELSE 1 END) AS edited,
         sum(CASE WHEN entity.first_seen >= $since THEN 1 ELSE 0 END) AS entities_new
}
CALL () {
  MATCH (name:Name {user_id: $user_id})-[:NAMES]->(gone:Rejected {user_id: $user_id})
  WHERE name.key IS NOT NULL
  RETURN count(DISTINCT gone) AS rejected
}
CALL () {
  MATCH (subject:Entity {user_id: $user_id})-[relation]->(object:Entity {user_id: $user_id})
  WHERE subject.key IS NOT NULL AND subject.type IS NOT NULL AND relation.evidence_count IS NOT NULL
  RETURN sum(CASE WHEN relation.evidence_count > 0 THEN 1 ELSE 0 END) AS relations,
         sum(CASE relation.validation_status WHEN 'confirmed' THEN 1 ELSE 0 END) AS confirmed_relations,
         sum(CASE relation.validation_status WHEN 'rejected' THEN 1 ELSE 0 END) AS rejected_relations,
         sum(CASE WHEN type(relation) IN $symmetric AND object.id < subject.id THEN 1 ELSE 0 END) AS asymmetric
}
CALL () {
  MATCH (judged:Inference {user_id: $user_id})
  WHERE judged.id IS NOT NULL AND judged.validation_status IN ['confirmed', 'rejected']
  RETURN sum(CASE judged.validation_status WHEN 'confirmed' THEN 1 ELSE 0 END) AS confirmed_inferences,
         sum(CASE judged.validation_status WHEN 'rejected' THEN 1 ELSE 0 END) AS rejected_inferences
}
RETURN memories, active, archived, failed, pending, text_bytes, archived_bytes, packed_bytes, importance_sum, buckets, duplicates,
       with_entity, with_fact, entities, relations, proposed, rejected, edited, confirmed_relations, rejected_relations,
       confirmed_inferences, rejected_inferences, asymmetric, memories_new, entities_new
