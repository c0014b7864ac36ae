// Counts uses of memories, in all and by day and kind; days before those that count are dropped.
// mode:   write
// params: user_id, uses, since
// rows:   counted
UNWIND $uses AS row
MATCH (memory:Memory {id: row.id, user_id: $user_id})
// In one order, and by values that read nothing: else those who count and those who forget could deadlock.
WITH memory, row
ORDER BY memory.id
SET memory.to_weigh = true
WITH memory, row, coalesce(memory.uses, []) AS uses
SET memory.use_count = coalesce(memory.use_count, 0) + row.used,
    memory.last_used_at = coalesce(row.at, memory.last_used_at),
    memory.uses = [use IN uses WHERE left(use, 10) >= $since AND NOT any(day IN row.days WHERE use STARTS WITH day.key)]
                  + [day IN row.days | day.key + toString(reduce(sum = day.number, use IN uses |
                       sum + CASE WHEN use STARTS WITH day.key THEN toInteger(last(split(use, ' '))) ELSE 0 END))]
RETURN count(*) AS counted
