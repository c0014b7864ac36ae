// Ties what a person judged to facts that state again what it rested on; what has no fact left at an end of its goes.
// mode:   write
// params: user_id, judged
// rows:   gone
CALL () {
  UNWIND $judged AS row
  MATCH (inference:Inference {user_id: $user_id, id: row.id})
  MATCH (subject:Entity {user_id: $user_id, id: row.subject})
  WITH row, inference, subject
  MATCH (object:Entity {user_id: $user_id, id: row.object})
  WITH row, inference, subject, object
  WHERE row.tie = 'RESTS_ON'
  MATCH (subject)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id})-[:SUBJECT|OBJECT]->(object)
  WHERE fact.type = row.type
  WITH DISTINCT inference, fact
  MERGE (inference)-[:RESTS_ON]->(fact)
}
CALL () {
  // Of two facts that cannot both hold it is these two and no others: those of the same memory that say it again.
  UNWIND $judged AS row
  MATCH (inference:Inference {user_id: $user_id, id: row.id})
  MATCH (subject:Entity {user_id: $user_id, id: row.subject})
  WITH row, inference, subject
  MATCH (object:Entity {user_id: $user_id, id: row.object})
  WITH row, inference, subject, object
  WHERE row.tie <> 'RESTS_ON'
  MATCH (subject)<-[:SUBJECT]-(fact:Fact {user_id: $user_id})-[:OBJECT]->(object)
  WHERE fact.type = row.type AND fact.polarity = row.polarity AND fact.id STARTS WITH row.memory
  WITH row, inference, fact
  ORDER BY fact.lemma = row.lemma DESC, fact.id
  WITH row, inference, head(collect(fact)) AS fact
  FOREACH (one IN CASE row.tie WHEN 'FROM' THEN [fact] ELSE [] END | MERGE (inference)-[:FROM]->(one))
  FOREACH (one IN CASE row.tie WHEN 'TO' THEN [fact] ELSE [] END | MERGE (inference)-[:TO]->(one))
  WITH DISTINCT inference
  MATCH (inference)-[:FROM]->(later:Fact {user_id: $user_id})
  MATCH (inference)-[:TO]->(older:Fact {user_id: $user_id})
  WITH 'superseded:' + older.id + ':' + later.id AS id, inference
  ORDER BY inference.validated_at DESC, inference.id
  WITH id, collect(inference) AS ones
  FOREACH (less IN ones[1..] | DETACH DELETE less)
  WITH id, ones[0] AS one
  SET one.id = null
  // Not one by one: the id that one is given may be that which another gives up.
  WITH collect({one: one, id: id}) AS kept
  UNWIND kept AS row
  WITH row.one AS one, row.id AS id
  CALL (id) {
    MATCH (same:Inference {user_id: $user_id, id: id})
    DETACH DELETE same
  }
  SET one.id = id
}
MATCH (inference:Inference {user_id: $user_id})
// An id everybody has: asked so that the index of both answers.
WHERE inference.id IS NOT NULL AND inference.validation_status IN ['confirmed', 'rejected']
  AND NOT CASE
    WHEN inference.kind = 'superseded' THEN
      EXISTS { (inference)-[:FROM]->(:Fact) } AND EXISTS { (inference)-[:TO]->(:Fact) }
    WHEN inference.kind = 'duplicate' THEN
      EXISTS { (inference)-[:FROM]->(:Memory) } AND EXISTS { (inference)-[:TO]->(:Memory) }
    ELSE EXISTS { (inference)-[:FROM]->(end:Entity)<-[:SUBJECT|OBJECT]-(:Fact)<-[:RESTS_ON]-(inference) }
     AND EXISTS { (inference)-[:TO]->(end:Entity)<-[:SUBJECT|OBJECT]-(:Fact)<-[:RESTS_ON]-(inference) }
    END
DETACH DELETE inference
RETURN count(*) AS gone
