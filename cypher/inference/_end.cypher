// Writes which facts later ones end or contradict, as `ended` how many: each has the time of the first that ended it.
CALL () {
  UNWIND $endings AS row
  MATCH (later:Fact {id: row.source, user_id: $user_id})
  WITH row, later
  MATCH (older:Fact {id: row.target, user_id: $user_id})
  MERGE (inference:Inference {user_id: $user_id, id: row.id})
  ON CREATE SET inference.validation_status = 'unvalidated'
  SET inference += row.properties, inference.to_infer = null
  MERGE (inference)-[:FROM]->(later)
  MERGE (inference)-[:TO]->(older)
  WITH inference, older, later
  CALL (older) {
    OPTIONAL MATCH (older)<-[:TO]-(left:Inference {user_id: $user_id, kind: 'superseded'})
    WHERE coalesce(left.validation_status, '') <> 'rejected' AND left.to_infer IS NULL
    RETURN min(left.at) AS at
  }
  WITH inference, older, later, at, coalesce(older.told_to, older.valid_to) AS told
  SET older.valid_to = coalesce(at, told), older.told_to = CASE WHEN at IS NULL THEN null ELSE told END
  WITH inference, older, later
  // Recall looks for endings where this is set, and for nothing elsewhere; what stays open it shows beside both.
  CALL (inference, older, later) {
    UNWIND [older] + CASE WHEN inference.at.epochSeconds <> later.valid_from.epochSeconds THEN [later] ELSE [] END AS fact
    MATCH (chunk:Chunk {user_id: $user_id})-[:STATES]->(fact)
    SET chunk.outdated = true
  }
  RETURN sum(CASE inference.validation_status WHEN 'rejected' THEN 0 ELSE 1 END) AS ended
}
