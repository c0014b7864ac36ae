// What of some memories is over, by their ids; those of which nothing is over are left out.
// mode:   read
// params: user_id, ids, filters
// rows:   id, endings
UNWIND $ids AS id
MATCH (memory:Memory {id: id, user_id: $user_id})
USING INDEX SEEK memory:Memory(id)
CALL (memory) {
  MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(memory)
  WHERE chunk.outdated
  // include: recall/_endings
  UNWIND endings AS ending
  RETURN collect(ending) AS endings
}
WITH id, endings
WHERE endings <> []
RETURN id, endings
