// Chunks that another memory contradicts without ending what they say are marked too: recall shows both beside each other.

// name: mark_contradicted_facts
// Marks the chunks that state the later of two facts of which neither ends the other.
// mode: batch
// rows: marked
MATCH (said:Inference {kind: 'superseded'})-[:FROM]->(later:Fact)
WHERE said.at.epochSeconds <> later.valid_from.epochSeconds
CALL (later) {
  MATCH (chunk:Chunk)-[:STATES]->(later)
  SET chunk.outdated = true
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS marked;

// name: mark_contradicted_memories
// Marks the chunks of memories whose wording contradicts another's.
// mode: batch
// rows: marked
MATCH (memory:Memory)-[link:CONTRADICTION]-(:Memory)
WHERE link.over_start IS NULL AND (link.validation_status = 'confirmed' OR coalesce(link.subtype, '') <> 'fact')
CALL (memory) {
  MATCH (chunk:Chunk)-[:PART_OF]->(memory)
  SET chunk.outdated = true
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS marked;
