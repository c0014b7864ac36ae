// Removes what memories mention: entities named nowhere else go, the others keep only the names that remain.
// mode:   write
// params: user_id, ids
// rows:   dropped, gone
UNWIND $ids AS id
MATCH (:Memory {id: id, user_id: $user_id})<-[:PART_OF]-(:Chunk {user_id: $user_id})-[tie:MENTIONS|DESCRIBES]
      ->(entity:Entity {user_id: $user_id})
WITH entity, collect(tie) AS ties
WITH entity, ties, size(ties) AS number
FOREACH (tie IN ties | DELETE tie)
WITH entity, number
CALL (entity) {
  OPTIONAL MATCH (entity)<-[left:MENTIONS|DESCRIBES]-(chunk:Chunk {user_id: $user_id})
  WITH left, chunk
  ORDER BY left.confidence DESC, chunk.id
  WITH collect(left) AS lefts
  RETURN size(lefts) AS remaining, head(lefts).name AS name, head(lefts).confidence AS confidence,
         reduce(all = [], one IN lefts | all + [n IN one.names WHERE NOT n IN all]) AS names,
         reduce(all = [], one IN lefts | all + [k IN one.keys WHERE NOT k IN all]) AS keys
}
CALL (entity, remaining, name, names, keys, confidence) {
  WITH entity, remaining, name, names, keys, confidence
  WHERE remaining > 0
  WITH entity, remaining, name, names, keys, confidence,
       [key IN keys WHERE NOT EXISTS { (:Entity {user_id: $user_id, key: key, type: entity.type}) }] AS free
  SET entity.mention_count = remaining, entity.name = name, entity.confidence = confidence,
      entity.aliases = [alias IN names WHERE alias <> name],
      // The identity itself may be a name that only the forgotten memory gave.
      entity.key = CASE WHEN entity.key IN keys THEN entity.key ELSE coalesce(head(free), entity.id) END
  WITH entity, keys
  MATCH (other:Name {user_id: $user_id})-[tie:NAMES]->(entity)
  WHERE NOT other.key IN keys
  DELETE tie
}
CALL (entity, remaining) {
  WITH entity, remaining
  WHERE remaining = 0
  DETACH DELETE entity
}
RETURN sum(number) AS dropped, sum(CASE WHEN remaining = 0 THEN 1 ELSE 0 END) AS gone
