// What ties some memories and entities across: links between memories, and the entities that memories speak of.
// mode:   read
// params: user_id, ids, ends, least, at, through, hub
// rows:   id, others, kinds, confidences, seen
// Where a time is asked for, of memories from before; with `through` a memory that is no end is come to as well.
UNWIND $ids AS id
CALL (id) {
  MATCH (near:Memory {id: id, user_id: $user_id})-[link
  // include: link/_kinds
  ]-(other:Memory {user_id: $user_id})
  WHERE link.validation_status <> 'rejected' AND link.to_link IS NULL AND other.status <> 'invalid'
    AND link.confidence >= $least AND $through
    AND ($at IS NULL OR (coalesce(near.occurred_at, near.created_at) <= $at
                         AND coalesce(other.occurred_at, other.created_at) <= $at))
  RETURN other.id AS other, type(link) AS kind, link.confidence AS confidence, other.created_at.epochSeconds AS at
  UNION ALL
  MATCH (near:Memory {id: id, user_id: $user_id})<-[:PART_OF]-(:Chunk {user_id: $user_id})
        -[tie:MENTIONS|DESCRIBES]->(other:Entity)
  WHERE tie.confidence >= $least AND (other.mention_count <= $hub OR other.id IN $ends) AND other.type <> 'TimeUnit'
    AND ($at IS NULL OR coalesce(near.occurred_at, near.created_at) <= $at)
  RETURN other.id AS other, type(tie) AS kind, max(tie.confidence) AS confidence, near.created_at.epochSeconds AS at
  UNION ALL
  MATCH (near:Entity {id: id, user_id: $user_id})<-[tie:MENTIONS|DESCRIBES]-(:Chunk {user_id: $user_id})
        -[:PART_OF]->(other:Memory)
  WHERE tie.confidence >= $least AND (near.mention_count <= $hub OR near.id IN $ends) AND other.status <> 'invalid'
    AND ($through OR other.id IN $ends)
    AND ($at IS NULL OR coalesce(other.occurred_at, other.created_at) <= $at)
  RETURN other.id AS other, type(tie) AS kind, max(tie.confidence) AS confidence, other.created_at.epochSeconds AS at
}
RETURN id, collect(other) AS others, collect(kind) AS kinds, collect(confidence) AS confidences, collect(at) AS seen
