// Removes the facts that memories state, and tells between which entities they stood: those are to be summed up anew.
// mode:   write
// params: user_id, ids
// rows:   dropped, pairs
UNWIND $ids AS id
MATCH (:Memory {id: id, user_id: $user_id})<-[:PART_OF]-(:Chunk {user_id: $user_id})-[:STATES]->(fact:Fact)
MATCH (fact)-[:SUBJECT]->(subject:Entity {user_id: $user_id})
MATCH (fact)-[:OBJECT]->(object:Entity {user_id: $user_id})
WITH collect(fact) AS facts, collect(DISTINCT [subject.id, object.id]) AS pairs
FOREACH (fact IN facts | DETACH DELETE fact)
RETURN size(facts) AS dropped, pairs
