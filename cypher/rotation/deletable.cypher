// Which of some memories a rotation may delete: those that one archived, and that nobody pinned or brought back since.
// mode:   read
// params: user_id, ids
// rows:   id
MATCH (memory:Memory {user_id: $user_id})
USING INDEX SEEK memory:Memory(id)
WHERE memory.id IN $ids AND memory.status = 'archived' AND memory.archived_by = 'rotation'
  AND NOT coalesce(memory.pinned, false) AND NOT coalesce(memory.bookmarked, false)
RETURN memory.id AS id
