// Writes facts as evidence and adds each to the aggregate relationship that people see and paths walk.
// mode:   write
// params: user_id, facts
// rows:   stated
UNWIND $facts AS row
MATCH (chunk:Chunk {id: row.chunk_id, user_id: $user_id})
MATCH (subject:Entity {user_id: $user_id, key: row.subject_key, type: row.subject_type})
MATCH (object:Entity {user_id: $user_id, key: row.object_key, type: row.object_type})
// A repeated write finds its facts there and adds nothing to the aggregates.
WHERE NOT EXISTS { (:Fact {id: row.id, user_id: $user_id}) }
CREATE (chunk)-[:STATES]->(fact:Fact)
CREATE (fact)-[:SUBJECT]->(subject)
CREATE (fact)-[:OBJECT]->(object)
SET fact = row.properties, subject.to_infer = true, object.to_infer = true
MERGE (subject)-[relation:$(row.type)]->(object)
ON CREATE SET relation.user_id = $user_id, relation.evidence_count = 0, relation.confidence = 0.0,
              relation.predicate = row.properties.lemma, relation.first_seen = row.seen, relation.last_seen = row.seen,
              relation.method = row.properties.method, relation.validation_status = 'unvalidated'
SET relation.evidence_count = relation.evidence_count + 1,
    // Independent evidence: the chance that all of it is wrong is the product of the single chances.
    relation.confidence = 1 - (1 - relation.confidence) * (1 - row.properties.confidence),
    relation.first_seen = CASE WHEN row.seen < relation.first_seen THEN row.seen ELSE relation.first_seen END,
    relation.last_seen = CASE WHEN row.seen > relation.last_seen THEN row.seen ELSE relation.last_seen END
// In a clause of its own: the values of one SET are read before any of them is written.
SET relation.weight = 1 - 1.0 / (1 + relation.evidence_count)
RETURN count(*) AS stated
