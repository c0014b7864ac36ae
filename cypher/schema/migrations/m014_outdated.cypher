// Facts of which nobody has looked yet whether they end others wait in an index, and chunks that say what is over are marked.

// name: fact_to_settle
// Finds the facts that wait.
CREATE INDEX fact_to_settle IF NOT EXISTS
FOR (fact:Fact) ON (fact.to_settle, fact.user_id);

// name: mark_outdated
// Marks the chunks of earlier databases that state what a later fact ended.
// mode: batch
// rows: marked
MATCH (said:Inference {kind: 'superseded'})-[:TO]->(fact:Fact)
CALL (fact) {
  MATCH (chunk:Chunk)-[:STATES]->(fact)
  SET chunk.outdated = true
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS marked;
