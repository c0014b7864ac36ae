// Writes how much memories matter, where they still say what was weighed; what was used or edited meanwhile waits again.
// mode:   write
// params: user_id, weights
// rows:   weighed, unmarked
UNWIND $weights AS row
MATCH (memory:Memory {id: row.id, user_id: $user_id})
WITH memory, row
ORDER BY memory.id
// A value that reads nothing takes the lock: what is compared then, nobody changes meanwhile.
SET memory.to_weigh = true
WITH memory, row
WHERE memory.content_hash = row.content_hash
WITH memory, row,
     coalesce(memory.use_count, 0) = row.use_count AND coalesce(memory.edit_count, 0) = row.edit_count
       AND coalesce(memory.uses, []) = row.uses AS same
SET memory += row.properties, memory.to_weigh = CASE WHEN same THEN null ELSE true END
RETURN count(*) AS weighed, sum(CASE WHEN same THEN 1 ELSE 0 END) AS unmarked
