// Names and entities say when they were first and last spoken of; a batch used to keep the time of its first memory.

// name: mend_names
// Takes the times of names from the memories that give them.
// mode: batch
// rows: mended
MATCH (name:Name)
WHERE name.name IS NOT NULL
CALL (name) {
  MATCH (name)-[:NAMES]->(:Entity|Rejected)<-[tie:MENTIONS|DESCRIBES {key: name.key, kind: name.type}]-(:Chunk)-[:PART_OF]->(memory:Memory)
  WITH name, min(coalesce(memory.occurred_at, memory.created_at)) AS first,
       max(coalesce(memory.occurred_at, memory.created_at)) AS last
  WHERE first IS NOT NULL
  SET name.first_seen = first, name.last_seen = last
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS mended;

// name: mend_entities
// Takes those of entities from their names.
// mode: batch
// rows: mended
MATCH (entity:Entity)
CALL (entity) {
  MATCH (entity)<-[:NAMES]-(name:Name)
  WITH entity, min(name.first_seen) AS first, max(name.last_seen) AS last
  WHERE first IS NOT NULL
  SET entity.first_seen = first, entity.last_seen = last
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS mended;
