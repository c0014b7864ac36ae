// What carries on the matter of some chunks: of each session or day the memory nearest to the question that mentions it.
// mode:   read
// params: user_id, filters, vector, chunks, speakers, hub, most, common_types, common_share, assistants, limit
// rows:   id, entity
MATCH (user:User {id: $user_id})
CALL (user) {
  UNWIND $chunks AS id
  MATCH (origin:Chunk {id: id, user_id: $user_id})
  USING INDEX SEEK origin:Chunk(id)
  MATCH (origin)-[:MENTIONS|DESCRIBES]->(entity:Entity {user_id: $user_id})
  // What everything mentions, who talks, and a day or an amount is no matter that goes on.
  WHERE entity.mention_count <= $hub AND entity.type <> 'TimeUnit' AND entity.key <> 'me' AND NOT entity.name IN $speakers
    AND NOT coalesce(entity.subtype, '') IN ['money', 'quantity']
  WITH user, entity, count(DISTINCT origin) AS shared
  WHERE shared > 1
  RETURN entity, shared * log(1 + toFloat(user.chunk_count) / entity.mention_count)
                 * CASE WHEN entity.type IN $common_types THEN $common_share ELSE 1.0 END AS force
  ORDER BY force DESC, entity.id
  LIMIT $most
}
MATCH (entity)<-[:MENTIONS|DESCRIBES]-(chunk:Chunk {user_id: $user_id, status: $filters.status})-[:PART_OF]->(memory)
WHERE memory.user_id = $user_id AND NOT coalesce(toLower(chunk.speaker), '') IN $assistants
  // include: recall/_passes_filters
WITH memory, entity, force,
     coalesce(vector.similarity.cosine(coalesce(chunk.embedding, chunk.kept_embedding), $vector), -1.0) AS nearness
ORDER BY nearness DESC, memory.id, force DESC
WITH coalesce(memory.session_id, toString(date(coalesce(memory.occurred_at, memory.created_at)
                                           + duration({seconds: coalesce(memory.utc_offset, 0)})))) AS session,
     collect({id: memory.id, entity: entity.name, nearness: nearness})[0] AS best
RETURN best.id AS id, best.entity AS entity
ORDER BY best.nearness DESC, id
LIMIT $limit
