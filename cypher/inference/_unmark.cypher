// Takes the mark away from the chunk of a fact that is open again, where nothing else that it says is over.
CALL (older) {
  MATCH (chunk:Chunk {user_id: $user_id})-[:STATES]->(older)
  WHERE chunk.outdated AND NOT EXISTS { (chunk)-[:STATES]->(other:Fact) WHERE other.told_to IS NOT NULL }
    AND NOT EXISTS {
      (chunk)-[:PART_OF]->(:Memory)<-[link:CONTRADICTION]-(:Memory)
      WHERE link.over_start IS NOT NULL }
  SET chunk.outdated = null
}
