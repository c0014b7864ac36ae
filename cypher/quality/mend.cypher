// Takes relations of entities to themselves away, and prunes others: they lead nowhere until they are as sure, null at once.
// mode:   write
// params: user_id, loops, pruned
// rows:   looped, cut
CALL () {
  UNWIND $loops AS row
  MATCH (entity:Entity {id: row.source, user_id: $user_id})
  MATCH (entity)-[relation]->(entity)
  WHERE type(relation) = row.type
  DELETE relation
  RETURN count(*) AS looped
}
CALL () {
  UNWIND $pruned AS row
  MATCH (source:Entity {id: row.source, user_id: $user_id})
  MATCH (target:Entity {id: row.target, user_id: $user_id})
  MATCH (source)-[relation]->(target)
  WHERE type(relation) = row.type
  SET relation.pruned_below = row.threshold
  // include: entity/_weigh
  RETURN count(*) AS cut
}
RETURN looped, cut
