// Facts say whether they hold, and relations sum up only those that do (the sums: graph/db/schema.py).

// name: mark_holding
// Says of each fact from before whether its sentence tells that it is so, by what was kept of its polarity and modality.
// mode: batch
// params: held
// rows: marked
MATCH (fact:Fact)
WHERE fact.holds IS NULL
CALL (fact) {
  SET fact.holds = [fact.polarity, fact.modality] IN $held
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS marked;

// name: order_ends
// Lets relations from before that say the same from either end begin with the lower id, one of a type for each two.
// mode: batch
// params: symmetric
// rows: ordered
MATCH (later:Entity)-[old]->(earlier:Entity)
WHERE old.evidence_count IS NOT NULL AND type(old) IN $symmetric AND earlier.id < later.id
CALL (later, earlier, old) {
  MERGE (earlier)-[one:$(type(old))]->(later)
  ON CREATE SET one.user_id = old.user_id, one.evidence_count = 0, one.validation_status = 'unvalidated'
  WITH old, one
  FOREACH (said IN CASE WHEN one.validation_status = 'unvalidated' THEN [old] ELSE [] END |
    SET one.validation_status = said.validation_status, one.validated_by = said.validated_by,
        one.validated_at = said.validated_at, one.note = said.note)
  DELETE old
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS ordered;
