// The entities whose vectors are to be made, of one user or of all, with the vectors of their newest chunks.
// mode:   read
// params: user_id, limit, most
// rows:   user_id, id, name, description, mention_count, chunks, forgot_at
MATCH (entity:Entity {to_embed: true})
WHERE entity.user_id IS NOT NULL AND ($user_id IS NULL OR entity.user_id = $user_id)
MATCH (user:User {id: entity.user_id})
// Before the vectors are read: what is forgotten or edited after it is told by a higher number.
WITH entity, coalesce(user.forgot_at, 0) AS forgot_at
// The mark first, though it is one value: so the rows come as the index has them, and no more are read than taken.
ORDER BY entity.to_embed, entity.user_id, entity.id
LIMIT $limit
CALL (entity) {
  MATCH (entity)<-[tie:MENTIONS|DESCRIBES]-(chunk:Chunk {user_id: entity.user_id})
  WHERE chunk.embedding IS NOT NULL
  WITH chunk, collect(tie) AS ties
  ORDER BY chunk.created_at DESC, chunk.id
  LIMIT $most
  WITH chunk,
  // include: entity/_salience
  AS weight
  RETURN collect([chunk.embedding, weight]) AS chunks
}
RETURN entity.user_id AS user_id, entity.id AS id, entity.name AS name, entity.description AS description,
       entity.mention_count AS mention_count, chunks, forgot_at
