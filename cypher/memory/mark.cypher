// Sets marks of a memory that no index and no extraction depends on: pinned, bookmarked, rating and the like.
// mode:   write
// params: user_id, id, properties, now
// rows:   memory
MATCH (memory:Memory {id: $id, user_id: $user_id})
SET memory += $properties, memory.updated_at = $now
RETURN memory {.*} AS memory
