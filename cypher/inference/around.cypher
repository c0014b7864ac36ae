// The facts of entities and of the entities beside them, as far as these are no hubs.
// mode:   read
// params: user_id, ids, hub, most, symmetric
// rows:   id, whole, facts
UNWIND $ids AS id
MATCH (entity:Entity {user_id: $user_id, id: id})
CALL (entity) {
  MATCH (entity)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id})
  WITH DISTINCT fact
  ORDER BY fact.id DESC
  LIMIT $most
  RETURN collect(fact) AS own
}
CALL (entity, own) {
  UNWIND own AS fact
  MATCH (fact)-[:SUBJECT|OBJECT]->(near:Entity {user_id: $user_id})
  WHERE near <> entity
  WITH DISTINCT near
  WHERE COUNT { (near)<-[:SUBJECT|OBJECT]-(:Fact {user_id: $user_id}) } <= $hub
  ORDER BY near.id
  LIMIT $hub
  MATCH (near)<-[:SUBJECT|OBJECT]-(more:Fact {user_id: $user_id})
  RETURN collect(DISTINCT near.id) AS whole, collect(DISTINCT more) AS others
}
WITH entity, whole, own + others AS some
// include: inference/_stated
RETURN entity.id AS id, whole, facts
