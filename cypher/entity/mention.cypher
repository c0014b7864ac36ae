// Ties chunks to the entities they mention or describe, and counts the chunks an entity stands in.
// mode:   write
// params: user_id, mentions, descriptions
// rows:   tied
CALL () {
  UNWIND $mentions AS row
  MATCH (chunk:Chunk {id: row.chunk_id, user_id: $user_id})
  MATCH (entity:Entity {user_id: $user_id, key: row.key, type: row.type})
  MERGE (chunk)-[mention:MENTIONS]->(entity)
  ON CREATE SET mention += row.properties, entity.mention_count = entity.mention_count + 1
  RETURN count(*) AS mentioned
}
CALL () {
  UNWIND $descriptions AS row
  MATCH (chunk:Chunk {id: row.chunk_id, user_id: $user_id})
  MATCH (entity:Entity {user_id: $user_id, key: row.key, type: row.type})
  MERGE (chunk)-[mention:DESCRIBES]->(entity)
  ON CREATE SET mention += row.properties, entity.mention_count = entity.mention_count + 1
  RETURN count(*) AS described
}
RETURN mentioned + described AS tied
