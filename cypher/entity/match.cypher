// Ties chunks to names that they hold, unless they were changed meanwhile, and marks the names as looked for.
// mode:   write
// params: user_id, ties, names
// rows:   tied, unmarked
MATCH (user:User {id: $user_id})
SET user.lock = true
WITH user
CALL () {
  UNWIND $ties AS row
  MATCH (chunk:Chunk {id: row.chunk_id, user_id: $user_id})
  WHERE chunk.text = row.text
  MATCH (chunk)-[:PART_OF]->(memory:Memory {user_id: $user_id})
  WHERE memory.pending IS NULL
  WITH row, chunk, coalesce(memory.occurred_at, memory.created_at) AS seen
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})-[:NAMES]->(entity:Entity)
  WITH row, chunk, name, entity, seen, EXISTS { (chunk)-[:MENTIONS|DESCRIBES]->(entity) } AS there
  MERGE (chunk)-[tie:MENTIONS {key: row.key, kind: row.type}]->(entity)
  ON CREATE SET tie += row.properties, name.count = name.count + 1, entity.to_embed = true,
                entity.mention_count = entity.mention_count + CASE WHEN there THEN 0 ELSE 1 END,
                name.first_seen = CASE WHEN seen < name.first_seen THEN seen ELSE name.first_seen END,
                name.last_seen = CASE WHEN seen > name.last_seen THEN seen ELSE name.last_seen END,
                entity.first_seen = CASE WHEN seen < entity.first_seen THEN seen ELSE entity.first_seen END,
                entity.last_seen = CASE WHEN seen > entity.last_seen THEN seen ELSE entity.last_seen END
  RETURN count(*) AS tied
}
CALL () {
  UNWIND $names AS row
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})
  WHERE name.to_match
  SET name.to_match = null
  RETURN count(*) AS unmarked
}
RETURN tied, unmarked
