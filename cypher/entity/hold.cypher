// Says that the names of some entities belong together by a person's word, and that these are no longer kept apart.
// mode:   write
// params: user_id, ids, id, merged_from
// rows:   held
CALL () {
  UNWIND $ids AS id
  MATCH (:Entity {id: id, user_id: $user_id})<-[belongs:NAMES]-(:Name)
  SET belongs.held = true
  RETURN count(*) AS held
}
CALL () {
  UNWIND $ids AS id
  MATCH (entity:Entity {id: id, user_id: $user_id})-[between:KEPT_APART|SAME_AS_PROPOSED|MAY_BE]-(other:Entity)
  WHERE other.id IN $ids
  DELETE between
}
CALL () {
  MATCH (entity:Entity {id: $id, user_id: $user_id})
  SET entity.merged_from = coalesce(entity.merged_from, [])
                           + [one IN $merged_from WHERE NOT one IN coalesce(entity.merged_from, [])]
}
RETURN held
