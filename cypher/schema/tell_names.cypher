// Says of each tie to an entity by which name it came.
// mode:   batch
// params: 
// rows:   told
MATCH (entity:Entity)<-[tie:MENTIONS|DESCRIBES|SUBJECT|OBJECT]-(:Chunk|Fact)
WHERE tie.key IS NULL
CALL (entity, tie) {
  SET tie.key = entity.key, tie.kind = entity.type
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS told
