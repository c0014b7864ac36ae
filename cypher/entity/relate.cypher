// Ties chunks to the entities whose names they give, and writes facts with their sums.
// mode:   write
// params: user_id, mentions, descriptions, facts
// rows:   tied
CALL () {
  UNWIND $mentions AS row
  MATCH (chunk:Chunk {id: row.chunk_id, user_id: $user_id})
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})-[:NAMES]->(entity:Entity|Rejected)
  WITH row, chunk, name, entity, EXISTS { (chunk)-[:MENTIONS|DESCRIBES]->(entity) } AS there
  MERGE (chunk)-[tie:MENTIONS {key: row.key, kind: row.type}]->(entity)
  ON CREATE SET tie += row.properties, name.count = name.count + 1,
                entity.mention_count = entity.mention_count + CASE WHEN there THEN 0 ELSE 1 END
}
CALL () {
  UNWIND $descriptions AS row
  MATCH (chunk:Chunk {id: row.chunk_id, user_id: $user_id})
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})-[:NAMES]->(entity:Entity|Rejected)
  WITH row, chunk, name, entity, EXISTS { (chunk)-[:MENTIONS|DESCRIBES]->(entity) } AS there
  MERGE (chunk)-[tie:DESCRIBES {key: row.key, kind: row.type}]->(entity)
  ON CREATE SET tie += row.properties, name.count = name.count + 1,
                entity.mention_count = entity.mention_count + CASE WHEN there THEN 0 ELSE 1 END
}
CALL () {
  UNWIND $facts AS row
  MATCH (chunk:Chunk {id: row.chunk_id, user_id: $user_id})
  MATCH (:Name {user_id: $user_id, key: row.subject_key, type: row.subject_type})-[:NAMES]->(subject:Entity)
  WITH row, chunk, subject
  MATCH (:Name {user_id: $user_id, key: row.object_key, type: row.object_type})-[:NAMES]->(object:Entity)
  // A repeated write finds its facts there and adds nothing to the sums.
  WHERE NOT EXISTS { (:Fact {id: row.id, user_id: $user_id}) }
  CREATE (chunk)-[:STATES]->(fact:Fact)
  CREATE (fact)-[:SUBJECT {key: row.subject_key, kind: row.subject_type}]->(subject)
  CREATE (fact)-[:OBJECT {key: row.object_key, kind: row.object_type}]->(object)
  SET fact = row.properties, subject.to_infer = true, object.to_infer = true
  // What is said of one entity by two of its names ties it to nothing.
  WITH row, subject, object
  WHERE subject <> object
  MERGE (subject)-[relation:$(row.type)]->(object)
  ON CREATE SET relation.user_id = $user_id, relation.evidence_count = 0, relation.confidence = 0.0,
                relation.predicate = row.properties.lemma, relation.first_seen = row.seen,
                relation.last_seen = row.seen, relation.method = row.properties.method,
                relation.validation_status = 'unvalidated'
  SET relation.evidence_count = relation.evidence_count + 1,
      // Independent evidence: the chance that all of it is wrong is the product of the single chances.
      relation.confidence = 1 - (1 - relation.confidence) * (1 - row.properties.confidence),
      relation.first_seen = CASE WHEN row.seen < relation.first_seen THEN row.seen ELSE relation.first_seen END,
      relation.last_seen = CASE WHEN row.seen > relation.last_seen THEN row.seen ELSE relation.last_seen END
  // In a clause of its own: the values of one SET are read before any of them is written. Rejected ones lead nowhere.
  SET relation.weight = CASE relation.validation_status WHEN 'rejected' THEN 0.0
                        ELSE 1 - 1.0 / (1 + relation.evidence_count) END
}
RETURN size($mentions) + size($descriptions) AS tied
