// Ties a memory to the one that it went into, which gets its links; what that one has already it keeps as it is.
// mode:   write
// params: user_id, id, other, now
// rows:   links
MATCH (other:Memory {id: $other, user_id: $user_id})
MATCH (memory:Memory {id: $id, user_id: $user_id})
MERGE (other)-[tie:MERGED_INTO]->(memory)
SET tie.at = $now, other.merged_into = memory.id
WITH memory, other
CALL (memory, other) {
  MATCH (other)-[old
  // include: link/_kinds
  ]->(third:Memory {user_id: $user_id})
  WHERE third <> memory AND old.validation_status <> 'rejected' AND old.over_start IS NULL
    AND NOT EXISTS {
      (memory)-[there
      // include: link/_kinds
      ]-(third)
      WHERE type(there) = type(old) }
  CREATE (memory)-[link:$(type(old))]->(third)
  SET link += properties(old), link.merged_from = other.id,
      link.found_by = CASE old.found_by WHEN other.id THEN memory.id ELSE old.found_by END
  RETURN count(*) AS outgoing
}
CALL (memory, other) {
  MATCH (other)<-[old
  // include: link/_kinds
  ]-(third:Memory {user_id: $user_id})
  WHERE third <> memory AND old.validation_status <> 'rejected' AND old.over_start IS NULL
    AND NOT EXISTS {
      (memory)-[there
      // include: link/_kinds
      ]-(third)
      WHERE type(there) = type(old) }
  CREATE (memory)<-[link:$(type(old))]-(third)
  SET link += properties(old), link.merged_from = other.id,
      link.found_by = CASE old.found_by WHEN other.id THEN memory.id ELSE old.found_by END
  RETURN count(*) AS incoming
}
CALL (memory) {
  MATCH (memory)-[:CONTRADICTION]-(:Memory)
  WITH DISTINCT memory
  MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
  SET chunk.outdated = true
}
RETURN outgoing + incoming AS links
