// Says that two entities are never one, whoever proposed it.
// mode:   write
// params: user_id, one, other, by, note, now
// rows:   parted
MATCH (entity:Entity {id: $one, user_id: $user_id})
MATCH (another:Entity {id: $other, user_id: $user_id})
MERGE (entity)-[apart:KEPT_APART]-(another)
SET apart.by = $by, apart.note = $note, apart.at = $now, apart.weight = 0.0
WITH entity, another
CALL (entity, another) {
  MATCH (entity)-[between:SAME_AS_PROPOSED|MAY_BE]-(another)
  DELETE between
}
RETURN count(*) AS parted
