// Writes memories with their chunks. A memory that another writer stored meanwhile is left as it is.
// mode:   write
// params: user_id, memories, ends, forgot_at, now, events, events_at, events_since, events_most
// rows:   given, id, created, status, moved
// Setting a property takes the user's lock until the commit: writers of one user follow each other. To null it would not
// do: where no node has such a property yet, the server passes over it and locks nothing. A SET that also reads the node
// takes a second lock and lets it go: where it is the first, two such in one transaction deadlock with another writer.
MERGE (user:User {id: $user_id})
ON CREATE SET user.created_at = $now, user.writes = 0, user.chunk_count = 0
SET user.lock = true
SET user.writes = user.writes + 1
WITH user
// Under the lock: talks that another writer went on with since their ends were read. Where a turn was forgotten or
// edited since, or all of a user, the turns that were read may be those.
CALL (user) {
  UNWIND $ends AS end
  OPTIONAL MATCH (session:Session {user_id: $user_id, id: end.session_id})
  OPTIONAL MATCH (session)-[:LAST]->(last:Chunk {user_id: $user_id})
  WITH user, end, session, last
  WHERE NOT coalesce(last.id, '') IN end.expected OR session.changed > $forgot_at
     OR coalesce(user.forgot_at, 0) < $forgot_at
  RETURN count(*) AS moved
}
UNWIND $memories AS row
MERGE (memory:Memory {user_id: $user_id, content_hash: row.content_hash, session_id: row.session_id})
ON CREATE SET memory += row.properties, memory.id = row.id
WITH user, row, memory, memory.id = row.id AS created, moved
CALL (user, row, memory, created) {
  WITH user, row, memory
  WHERE created
  UNWIND row.chunks AS piece
  MERGE (chunk:Chunk {id: piece.id})
  ON CREATE SET chunk += piece.properties, user.chunk_count = user.chunk_count + 1
  MERGE (chunk)-[:PART_OF]->(memory)
  WITH chunk, piece
  CALL (chunk, piece) {
    WITH chunk, piece
    WHERE piece.vector IS NOT NULL
    CALL db.create.setNodeVectorProperty(chunk, 'embedding', piece.vector)
  }
  RETURN count(*) AS chunks
}
WITH user, collect({given: row.id, id: memory.id, created: created, status: memory.status, moved: moved}) AS rows
WITH user, rows, [row IN rows WHERE row.created | row.id] AS ids
CALL (ids) {
  UNWIND $events AS event
  WITH ids, event
  WHERE size(ids) > 0
  RETURN collect(event {.*, number: size(ids), memory_ids: ids[..100]}) AS events
}
// include: event/_record
UNWIND rows AS row
RETURN row.given AS given, row.id AS id, row.created AS created, row.status AS status, row.moved AS moved
