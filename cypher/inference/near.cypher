// How many facts entities have, and the entities beside them that are no hubs: what a change of them touches.
// mode:   read
// params: user_id, ids, hub
// rows:   id, facts, near, forgot_at
MATCH (user:User {id: $user_id})
UNWIND $ids AS id
MATCH (entity:Entity {user_id: $user_id, id: id})
CALL (entity) {
  MATCH (entity)<-[:SUBJECT|OBJECT]-(:Fact {user_id: $user_id})-[:SUBJECT|OBJECT]->(near:Entity {user_id: $user_id})
  WHERE near <> entity
  WITH DISTINCT near
  WHERE COUNT { (near)<-[:SUBJECT|OBJECT]-(:Fact {user_id: $user_id}) } <= $hub
  ORDER BY near.id
  LIMIT $hub
  RETURN collect(near.id) AS near
}
RETURN entity.id AS id, COUNT { (entity)<-[:SUBJECT|OBJECT]-(:Fact {user_id: $user_id}) } AS facts, near,
       coalesce(user.forgot_at, 0) AS forgot_at
