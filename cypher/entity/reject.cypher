// Takes an entity out of the graph by a person's word: its facts and relations go, its names are no longer known.
// mode:   write
// params: user_id, id, by, now
// rows:   rejected, facts
MATCH (user:User {id: $user_id})
// As memory/cut does: what was concluded from these facts before this write is not put back after it.
SET user.forgot_at = user.writes
WITH user
MATCH (entity:Entity {id: $id, user_id: $user_id})
CALL (entity) {
  MATCH (entity)<-[:SUBJECT|OBJECT]-(:Fact {user_id: $user_id})-[:SUBJECT|OBJECT]->(near:Entity {user_id: $user_id})
  SET near.to_infer = true
}
CALL (entity) {
  MATCH (entity)<-[:FROM|TO]-(old:Inference {user_id: $user_id})
  CALL (old) {
    MATCH (old)-[:FROM|TO]->(end:Entity {user_id: $user_id})
    SET end.to_infer = true
  }
  WITH DISTINCT old
  DETACH DELETE old
}
CALL (entity) {
  MATCH (entity)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id})
  MATCH (fact)<-[:FROM|TO|RESTS_ON]-(old:Inference {user_id: $user_id})
  WITH DISTINCT old
  OPTIONAL MATCH (old)-[:TO]->(older:Fact {user_id: $user_id})
  // What a person judged goes where no other fact speaks of both its ends: inference/keep tells.
  WITH old, older, older IS NULL AND old.validation_status IN ['confirmed', 'rejected'] AS judged
  FOREACH (one IN CASE WHEN judged THEN [old] ELSE [] END | SET one.to_infer = true)
  FOREACH (one IN CASE WHEN judged THEN [] ELSE [old] END | DETACH DELETE one)
  WITH DISTINCT older
  WHERE older IS NOT NULL
  // As inference/drop has it: what only a fact that goes had ended opens again.
  CALL (older) {
    OPTIONAL MATCH (older)<-[:TO]-(left:Inference {user_id: $user_id, kind: 'superseded'})
    WHERE coalesce(left.validation_status, '') <> 'rejected' AND left.to_infer IS NULL
    RETURN min(left.at) AS at
  }
  SET older.valid_to = coalesce(at, older.told_to, older.valid_to),
      older.told_to = CASE WHEN at IS NULL THEN null ELSE older.told_to END
  WITH older
  MATCH (older)-[:SUBJECT|OBJECT]->(end:Entity {user_id: $user_id})
  SET end.to_infer = true
}
CALL (entity) {
  MATCH (entity)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id})
  WITH DISTINCT fact
  DETACH DELETE fact
  RETURN count(*) AS facts
}
CALL (entity) {
  // A literal fact keeps its words.
  MATCH (entity)-[tie]-(:Entity|LiteralFact {user_id: $user_id})
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
