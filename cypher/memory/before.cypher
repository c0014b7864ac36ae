// What the graph knows before a batch is written: memories that are there already, chat tails.
// mode:   read
// params: user_id, identities, places, near_hashes, sessions, rejections
// rows:   known, placed, twins, tails, rejected, writes, forgot_at, due
OPTIONAL MATCH (user:User {id: $user_id})
// First of all: what is forgotten while the rest is read is then known to have come after.
WITH coalesce(user.writes, 0) AS writes, coalesce(user.forgot_at, 0) AS forgot_at, coalesce(user.due, false) AS due
CALL () {
  UNWIND $identities AS identity
  MATCH (memory:Memory {user_id: $user_id, content_hash: identity.content_hash})
  // The bound lets the index of identities serve the first two properties alone.
  WHERE memory.session_id >= '' AND (identity.anywhere OR memory.session_id = identity.session_id)
  RETURN collect(memory {.content_hash, session_id: identity.session_id, .id, .title, .micro_summary, .language,
                        .status, .pending, .pinned, .importance, .duplicate_of, .tags, .project, .category, .source,
                        .place, .channel, .device_id, .latitude, .longitude, .rating, .extra,
                        .audience, .area, .agent,
                        occurred_at: toString(memory.occurred_at),
                        text: CASE WHEN memory.source_id IS NULL THEN null ELSE memory.text END,
                        packed: CASE WHEN memory.source_id IS NULL THEN null ELSE memory.packed END}) AS known
}
CALL () {
  UNWIND $places AS place
  MATCH (memory:Memory {user_id: $user_id, place: place})
  RETURN collect(memory {.place, .id}) AS placed
}
CALL () {
  UNWIND $near_hashes AS near_hash
  MATCH (memory:Memory {user_id: $user_id, near_hash: near_hash})
  // What is put away or no longer true is nothing that a new memory repeats.
  WHERE memory.status = 'active'
  WITH near_hash, memory.audience AS audience, min(memory.id) AS first
  RETURN collect({near_hash: near_hash, audience: audience, id: first}) AS twins
}
CALL () {
  UNWIND $rejections AS key
  MATCH (stone:Tombstone {user_id: $user_id, key: key})
  RETURN collect(stone.key) AS rejected
}
CALL () {
  UNWIND $sessions AS session_id
  MATCH (:Session {user_id: $user_id, id: session_id})-[:LAST]->(last:Chunk {user_id: $user_id})
  MATCH way = (last)<-[:NEXT*0..3]-(chunk:Chunk {user_id: $user_id, session_id: session_id})
  // By their place in the talk: two writers may have given later turns earlier ids.
  WITH session_id, chunk, way
  ORDER BY length(way) DESC
  RETURN collect({session_id: session_id, id: chunk.id, words: chunk.own_words, asked: chunk.asked_words,
                  language: chunk.language, vector: chunk.own_embedding}) AS tails
}
RETURN known, placed, twins, tails, rejected, writes, forgot_at, due
