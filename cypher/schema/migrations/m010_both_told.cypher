// The id of an ending or a duplicate names both of the two it ties: earlier ids named one.

// name: tell_both
// Gives endings and duplicates from before the id that tells of which two they are; of two of the same one stays.
// mode: batch
// rows: told
MATCH (inference:Inference)
WHERE inference.kind IN ['superseded', 'duplicate']
CALL (inference) {
  MATCH (inference)-[:FROM]->(later:Fact|Memory)
  MATCH (inference)-[:TO]->(older:Fact|Memory)
  WITH inference, later, older,
       CASE inference.kind WHEN 'superseded' THEN 'superseded:' + older.id + ':' + later.id
                           ELSE 'duplicate:' + later.id + ':' + older.id END AS id
  WITH inference, id, EXISTS {
    MATCH (later)<-[:FROM]-(same:Inference)-[:TO]->(older)
    WHERE same <> inference AND same.kind = inference.kind AND (same.id = id OR same.id < inference.id)
  } AS again
  FOREACH (one IN CASE WHEN again THEN [inference] ELSE [] END | DETACH DELETE one)
  FOREACH (one IN CASE WHEN again THEN [] ELSE [inference] END | SET one.id = id)
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS told;
