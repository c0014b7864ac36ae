// Gives memories their links to earlier ones in place of those nobody judged, unless something was forgotten meanwhile.
// mode:   write
// params: user_id, forgot_at, ids, links, duplicates, now
// rows:   linked, unmarked
MATCH (user:User {id: $user_id})
// The user's lock: what a forgetting or an edit takes away meanwhile is not put back.
SET user.lock = true
SET user.writes = user.writes + 1
WITH user
WHERE coalesce(user.forgot_at, 0) = $forgot_at
CALL () {
  UNWIND $ids AS id
  MATCH (memory:Memory {id: id, user_id: $user_id})
  WITH memory, CASE WHEN memory.to_link THEN 1 ELSE 0 END AS marked
  SET memory.to_link = null
  WITH memory, marked
  CALL (memory) {
    MATCH (memory)-[old
    // include: link/_kinds
    ]-(:Memory {user_id: $user_id})
    WHERE old.found_by = memory.id AND NOT old.validation_status IN ['confirmed', 'rejected']
    // One that is found again is the one that was there.
    SET old.stale = true
  }
  CALL (memory) {
    MATCH (memory)<-[:FROM]-(old:Inference {user_id: $user_id, kind: 'duplicate'})
    WHERE NOT coalesce(old.validation_status, '') IN ['confirmed', 'rejected']
    DETACH DELETE old
  }
  RETURN sum(marked) AS unmarked
}
// include: link/_link
CALL () {
  UNWIND $ids AS id
  MATCH (memory:Memory {id: id, user_id: $user_id})
  MATCH (memory)-[old
  // include: link/_kinds
  ]-(:Memory {user_id: $user_id})
  WHERE old.stale
  DELETE old
  RETURN count(*) AS lost
}
CALL () {
  // What a person confirmed of other words goes where the new ones do not say it.
  UNWIND $ids AS id
  MATCH (memory:Memory {id: id, user_id: $user_id})
  MATCH (memory)-[old
  // include: link/_kinds
  ]-(:Memory {user_id: $user_id})
  WHERE old.found_by = memory.id AND old.to_link AND old.validation_status = 'confirmed' AND old.method <> 'manual'
  DELETE old
  RETURN count(*) AS gone
}
CALL () {
  UNWIND $duplicates AS row
  MATCH (later:Memory {id: row.source, user_id: $user_id})
  WITH row, later
  MATCH (earlier:Memory {id: row.target, user_id: $user_id})
  MERGE (inference:Inference {user_id: $user_id, id: row.id})
  ON CREATE SET inference.validation_status = 'unvalidated'
  SET inference += row.properties, inference.to_infer = null
  MERGE (inference)-[:FROM]->(later)
  MERGE (inference)-[:TO]->(earlier)
  RETURN count(*) AS doubled
}
CALL () {
  UNWIND $ids AS id
  MATCH (:Memory {id: id, user_id: $user_id})<-[:FROM]-(old:Inference {user_id: $user_id, kind: 'duplicate'})
  WHERE old.to_infer AND old.validation_status = 'confirmed'
  DETACH DELETE old
  RETURN count(*) AS undoubled
}
RETURN linked, unmarked
