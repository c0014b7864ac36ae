// The keywords of a user's active memories that are frequent enough and begin as asked, the most frequent first.
// mode:   read
// params: user_id, prefix, keys, least, offset, limit
// rows:   total, mean, keywords
MATCH (memory:Memory {user_id: $user_id})
WHERE memory.created_at IS NOT NULL AND memory.status = 'active'
WITH collect(memory) AS kept, avg(memory.importance) AS mean
CALL (kept) {
  UNWIND kept AS memory
  UNWIND range(0, coalesce(size(memory.keyword_keys), 0) - 1) AS place
  WITH memory, memory.keyword_keys[place] AS key, memory.keywords[place] AS word, memory.keyword_counts[place] AS number,
       memory.keyword_weights[place] AS weight
  WHERE ($keys IS NULL OR key IN $keys OR toLower(word) IN $keys)
    AND ($prefix = '' OR key STARTS WITH $prefix OR toLower(word) STARTS WITH $prefix)
  WITH key, word, sum(number) AS number, count(*) AS memories, sum(weight) AS weight,
       sum(number * memory.importance) AS weighed
  ORDER BY number DESC, word
  WITH key, head(collect(word)) AS word, sum(number) AS frequency, sum(memories) AS memories, sum(weight) AS weight,
       sum(weighed) AS weighed
  WHERE frequency >= $least
  ORDER BY frequency DESC, memories DESC, key
  WITH collect({key: key, word: word, frequency: frequency, memories: memories, weight: weight, weighed: weighed}) AS rows
  RETURN size(rows) AS total, rows[$offset..$offset + $limit] AS keywords
}
RETURN total, mean, keywords
