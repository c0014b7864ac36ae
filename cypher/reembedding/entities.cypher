// A user's entities after an id that have a vector and none on the other side, with the newest vectors there of what names them.
// mode:   read
// params: user_id, after_id, limit, most
// rows:   id, name, description, mention_count, chunks, forgot_at
MATCH (user:User {id: $user_id})
// Before the vectors are read: what is forgotten or edited after it is told by a higher number.
WITH coalesce(user.forgot_at, 0) AS forgot_at
MATCH (entity:Entity {user_id: $user_id})
WHERE entity.id > $after_id
WITH entity, forgot_at
WHERE entity.embedding IS NOT NULL AND entity.embedding_b IS NULL
WITH entity, forgot_at
ORDER BY entity.id
LIMIT $limit
RETURN entity.id AS id, entity.name AS name, entity.description AS description, entity.mention_count AS mention_count,
       COLLECT {
         MATCH (entity)<-[tie:MENTIONS|DESCRIBES]-(chunk:Chunk {user_id: $user_id})
         WHERE chunk.embedding_b IS NOT NULL
         WITH chunk, collect(tie) AS ties
         ORDER BY chunk.created_at DESC, chunk.id
         LIMIT $most
         WITH chunk,
         // include: entity/_salience
         AS weight
         RETURN [chunk.embedding_b, weight]
       } AS chunks, forgot_at
ORDER BY id
