// Writes what was inferred of entities in place of what nobody judged, unless something was forgotten meanwhile.
// mode:   write
// params: user_id, forgot_at, waiting, touched, conclusions, endings, symmetric
// rows:   inferred, ended, unmarked
MATCH (user:User {id: $user_id})
// The user's lock: what a forgetting or an edit takes away meanwhile is not put back.
SET user.lock = true
SET user.writes = user.writes + 1
WITH user
WHERE coalesce(user.forgot_at, 0) = $forgot_at
CALL () {
  UNWIND $waiting AS row
  MATCH (entity:Entity {user_id: $user_id, id: row.id})
  // A fact that came meanwhile keeps its entities waiting.
  WHERE COUNT { (entity)<-[:SUBJECT|OBJECT]-(:Fact {user_id: $user_id}) } = row.facts AND entity.to_infer
  SET entity.to_infer = null
  RETURN count(*) AS unmarked
}
CALL () {
  UNWIND $touched AS id
  MATCH (:Entity {user_id: $user_id, id: id})<-[:FROM|TO]-(old:Inference {user_id: $user_id})
  WHERE NOT coalesce(old.validation_status, '') IN ['confirmed', 'rejected']
  WITH DISTINCT old
  DETACH DELETE old
  RETURN count(*) AS cleared
}
CALL () {
  UNWIND $touched AS id
  MATCH (:Entity {user_id: $user_id, id: id})<-[:SUBJECT|OBJECT]-(older:Fact {user_id: $user_id})
  MATCH (older)<-[:TO]-(old:Inference {user_id: $user_id, kind: 'superseded'})
  WHERE (old.holder = id OR old.to_infer) AND NOT coalesce(old.validation_status, '') IN ['confirmed', 'rejected']
  DETACH DELETE old
  WITH DISTINCT older
  // What a later fact of another holder ended stays ended.
  CALL (older) {
    OPTIONAL MATCH (older)<-[:TO]-(left:Inference {user_id: $user_id, kind: 'superseded'})
    WHERE coalesce(left.validation_status, '') <> 'rejected' AND left.to_infer IS NULL
    RETURN min(left.at) AS at
  }
  SET older.valid_to = coalesce(at, older.told_to, older.valid_to),
      older.told_to = CASE WHEN at IS NULL THEN null ELSE older.told_to END
  WITH older
  // include: inference/_unmark
  RETURN count(*) AS reopened
}
CALL () {
  UNWIND $conclusions AS row
  MATCH (source:Entity {user_id: $user_id, id: row.source})
  // One after the other: in a small graph the planner takes both by their user and multiplies.
  WITH row, source
  MATCH (target:Entity {user_id: $user_id, id: row.target})
  MERGE (inference:Inference {user_id: $user_id, id: row.id})
  ON CREATE SET inference.validation_status = 'unvalidated'
  // What a person said of it stays: what is rejected is kept to be known again.
  SET inference += row.properties, inference.to_infer = null
  MERGE (inference)-[:FROM]->(source)
  MERGE (inference)-[:TO]->(target)
  WITH inference, row
  CALL (inference, row) {
    MATCH (inference)-[before:RESTS_ON]->(fact:Fact {user_id: $user_id})
    WHERE NOT fact.id IN row.evidence
    DELETE before
  }
  UNWIND row.evidence AS fact_id
  MATCH (fact:Fact {id: fact_id, user_id: $user_id})
  MERGE (inference)-[:RESTS_ON]->(fact)
  RETURN count(DISTINCT CASE inference.validation_status WHEN 'rejected' THEN null ELSE inference END) AS inferred
}
// include: inference/_end
CALL () {
  // What a person confirmed stays though its rule is silent, as long as facts that prove something speak of both its ends.
  UNWIND $touched AS id
  MATCH (:Entity {user_id: $user_id, id: id})<-[:FROM|TO]-(one:Inference {user_id: $user_id})
  WHERE one.to_infer AND one.validation_status = 'confirmed'
  WITH DISTINCT one
  WHERE NOT EXISTS {
    MATCH (one)-[:FROM|TO]->(end:Entity {user_id: $user_id})
    WHERE NOT EXISTS {
      MATCH (one)-[:RESTS_ON]->(fact:Fact {holds: true})-[:SUBJECT|OBJECT]->(end)
      MATCH (fact)<-[:STATES]-(chunk:Chunk {user_id: $user_id})
      MATCH (subject:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(object:Entity)
      WHERE chunk.status <> 'invalid' AND NOT EXISTS {
        (subject)-[relation
        // include: network/_relation_types
        ]-(object)
        WHERE type(relation) = fact.type AND relation.validation_status = 'rejected'
          AND (fact.type IN $symmetric OR startNode(relation) = subject) } } }
  SET one.to_infer = null
  RETURN count(*) AS kept
}
RETURN inferred, ended, unmarked
