// The memories of one source that state a relation between two entities.
// mode:   read
// params: user_id, source, target, type, origin, symmetric
// rows:   memory
MATCH (one:Entity {id: $source, user_id: $user_id})<-[end:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id})
WHERE fact.type = $type AND (type(end) = 'SUBJECT' OR $type IN $symmetric)
MATCH (fact)-[:SUBJECT|OBJECT]->(other:Entity {id: $target, user_id: $user_id})
WHERE other <> one
MATCH (fact)<-[:STATES]-(:Chunk {user_id: $user_id})-[:PART_OF]->(memory:Memory {user_id: $user_id, source: $origin})
RETURN DISTINCT memory.id AS memory
