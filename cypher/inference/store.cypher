// Writes what was inferred of entities in place of what was inferred before, unless something was forgotten meanwhile.
// mode:   write
// params: user_id, forgot_at, waiting, touched, conclusions, endings
// rows:   inferred, ended
MATCH (user:User {id: $user_id})
// The user's lock: what a forgetting or an edit takes away meanwhile is not put back.
SET user.lock = null
WITH user
WHERE coalesce(user.forgot_at, 0) = $forgot_at
CALL () {
  UNWIND $waiting AS row
  MATCH (entity:Entity {user_id: $user_id, id: row.id})
  // A fact that came meanwhile keeps its entities waiting.
  WHERE COUNT { (entity)<-[:SUBJECT|OBJECT]-(:Fact {user_id: $user_id}) } = row.facts
  SET entity.to_infer = null
  RETURN count(*) AS done
}
CALL () {
  UNWIND $touched AS id
  MATCH (:Entity {user_id: $user_id, id: id})<-[:FROM|TO]-(old:Inference {user_id: $user_id})
  WITH DISTINCT old
  DETACH DELETE old
  RETURN count(*) AS cleared
}
CALL () {
  UNWIND $touched AS id
  MATCH (:Entity {user_id: $user_id, id: id})<-[:SUBJECT|OBJECT]-(older:Fact {user_id: $user_id})
  MATCH (older)<-[:TO]-(old:Inference {user_id: $user_id, kind: 'superseded', holder: id})
  DETACH DELETE old
  WITH DISTINCT older
  // What a later fact of another holder ended stays ended.
  CALL (older) {
    OPTIONAL MATCH (older)<-[:TO]-(left:Inference {user_id: $user_id, kind: 'superseded'})
    RETURN min(left.at) AS at
  }
  SET older.valid_to = coalesce(at, older.told_to, older.valid_to),
      older.told_to = CASE WHEN at IS NULL THEN null ELSE older.told_to END
  RETURN count(*) AS reopened
}
CALL () {
  UNWIND $conclusions AS row
  MATCH (source:Entity {user_id: $user_id, id: row.source})
  // One after the other: in a small graph the planner takes both by their user and multiplies.
  WITH row, source
  MATCH (target:Entity {user_id: $user_id, id: row.target})
  MERGE (inference:Inference {user_id: $user_id, id: row.id})
  SET inference += row.properties
  MERGE (inference)-[:FROM]->(source)
  MERGE (inference)-[:TO]->(target)
  WITH inference, row
  UNWIND row.evidence AS fact_id
  MATCH (fact:Fact {id: fact_id, user_id: $user_id})
  MERGE (inference)-[:RESTS_ON]->(fact)
  RETURN count(DISTINCT inference) AS inferred
}
CALL () {
  UNWIND $endings AS row
  MATCH (later:Fact {id: row.source, user_id: $user_id})
  WITH row, later
  MATCH (older:Fact {id: row.target, user_id: $user_id})
  MERGE (inference:Inference {user_id: $user_id, id: row.id})
  SET inference += row.properties, older.told_to = coalesce(older.told_to, older.valid_to)
  MERGE (inference)-[:FROM]->(later)
  MERGE (inference)-[:TO]->(older)
  WITH older
  CALL (older) {
    MATCH (older)<-[:TO]-(ending:Inference {user_id: $user_id, kind: 'superseded'})
    RETURN min(ending.at) AS at
  }
  SET older.valid_to = at
  RETURN count(*) AS ended
}
RETURN inferred, ended
