// Gives memories their links to earlier ones in place of those they had, unless something was forgotten meanwhile.
// mode:   write
// params: user_id, forgot_at, ids, links, duplicates
// rows:   linked
MATCH (user:User {id: $user_id})
// The user's lock: what a forgetting or an edit takes away meanwhile is not put back.
SET user.lock = null
WITH user
WHERE coalesce(user.forgot_at, 0) = $forgot_at
CALL () {
  UNWIND $ids AS id
  MATCH (memory:Memory {id: id, user_id: $user_id})
  SET memory.to_link = null
  WITH memory
  CALL (memory) {
    MATCH (memory)-[old:TEMPORAL_SEQUENCE|TEMPORAL_PARALLEL|TEMPORAL_CAUSALITY|SEMANTIC_SIMILARITY|THEMATIC_CONNECTION|CONCEPTUAL_HIERARCHY
              |REFERENCE|ELABORATION|CONTRADICTION|SAME_SESSION|CONVERSATION_FLOW|CO_OCCURRENCE]
          -(:Memory {user_id: $user_id})
    WHERE old.found_by = memory.id
    DELETE old
  }
  CALL (memory) {
    MATCH (memory)<-[:FROM]-(old:Inference {user_id: $user_id, kind: 'duplicate'})
    DETACH DELETE old
  }
  RETURN count(*) AS cleared
}
CALL () {
  UNWIND $links AS row
  MATCH (source:Memory {id: row.source, user_id: $user_id})
  WITH row, source
  MATCH (target:Memory {id: row.target, user_id: $user_id})
  MERGE (source)-[link:$(row.type)]->(target)
  SET link = row.properties, link.user_id = $user_id
  RETURN count(*) AS linked
}
CALL () {
  UNWIND $duplicates AS row
  MATCH (later:Memory {id: row.source, user_id: $user_id})
  WITH row, later
  MATCH (earlier:Memory {id: row.target, user_id: $user_id})
  MERGE (inference:Inference {user_id: $user_id, id: row.id})
  SET inference += row.properties
  MERGE (inference)-[:FROM]->(later)
  MERGE (inference)-[:TO]->(earlier)
  RETURN count(*) AS doubled
}
RETURN linked
