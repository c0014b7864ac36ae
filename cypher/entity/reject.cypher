// Takes an entity out of the graph by a person's word: its facts and relations go, its names are no longer known.
// mode:   write
// params: user_id, id, by, now
// rows:   rejected, facts
MATCH (user:User {id: $user_id})
MATCH (entity:Entity {id: $id, user_id: $user_id})
CALL (entity) {
  MATCH (entity)<-[:FROM|TO]-(old:Inference {user_id: $user_id})
  WITH DISTINCT old
  DETACH DELETE old
}
CALL (entity) {
  MATCH (entity)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id})
  OPTIONAL MATCH (fact)<-[:FROM|TO|RESTS_ON]-(old:Inference {user_id: $user_id})
  WITH DISTINCT fact, old
  DETACH DELETE old
  WITH DISTINCT fact
  DETACH DELETE fact
  RETURN count(*) AS facts
}
CALL (entity) {
  MATCH (entity)-[tie]-(:Entity {user_id: $user_id})
  DELETE tie
}
CALL (user, entity) {
  MATCH (name:Name)-[:NAMES]->(entity)
  OPTIONAL MATCH (name)-[belongs:IN_BLOCK]->(:Block)
  SET name.version = user.writes
  REMOVE name.part
  DELETE belongs
}
REMOVE entity:$(entity.type), entity:Entity
// What it was called stays with its names alone, which go with the memories that give them.
SET entity:Rejected
SET entity = {id: $id, user_id: $user_id, mention_count: entity.mention_count, rejected_by: $by, rejected_at: $now}
RETURN entity.id AS rejected, facts
