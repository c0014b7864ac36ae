// Gives memories other places in their sources.
// mode:   write
// params: user_id, moves
// rows:   moved
UNWIND $moves AS row
MATCH (memory:Memory {id: row.id, user_id: $user_id})
SET memory.place = row.place, memory.source = coalesce(row.source, memory.source)
RETURN count(memory) AS moved
