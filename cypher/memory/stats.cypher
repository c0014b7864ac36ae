// How much one user's graph holds.
// mode:   read
// params: user_id
// rows:   memories, chunks, entities, facts, relations, pending, failed, pinned, archived, characters, languages, types
OPTIONAL MATCH (user:User {id: $user_id})
CALL () {
  MATCH (memory:Memory {user_id: $user_id})
  WHERE memory.created_at IS NOT NULL
  RETURN count(memory) AS memories, sum(coalesce(memory.characters, size(memory.text))) AS characters,
         sum(CASE WHEN memory.pending THEN 1 ELSE 0 END) AS pending, count(memory.failed) AS failed,
         sum(CASE WHEN memory.pinned THEN 1 ELSE 0 END) AS pinned,
         sum(CASE WHEN memory.status = 'archived' THEN 1 ELSE 0 END) AS archived
}
CALL () {
  MATCH (memory:Memory {user_id: $user_id})
  WHERE memory.created_at IS NOT NULL
  WITH memory.language AS language, count(*) AS number
  RETURN collect([language, number]) AS languages
}
CALL () {
  MATCH (entity:Entity {user_id: $user_id})
  WHERE entity.key IS NOT NULL AND entity.type IS NOT NULL
  WITH entity.type AS type, count(*) AS number, sum(COUNT { (entity)-[tie]->(:Entity) WHERE tie.evidence_count > 0 }) AS ties
  RETURN sum(number) AS entities, sum(ties) AS relations, collect([type, number]) AS types
}
CALL () {
  MATCH (fact:Fact|LiteralFact {user_id: $user_id})
  WHERE fact.said_at IS NOT NULL
  RETURN count(fact) AS facts
}
RETURN memories, coalesce(user.chunk_count, 0) AS chunks, entities, facts, relations, pending, failed, pinned, archived,
       characters, languages, types
