// Takes the mark away from the chunk of a fact that is open again, where nothing else that it says is over or contradicted.
CALL (older) {
  MATCH (chunk:Chunk {user_id: $user_id})-[:STATES]->(older)
  WHERE chunk.outdated
    // include: inference/_unopposed
  SET chunk.outdated = null
}
