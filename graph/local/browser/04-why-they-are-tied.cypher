// Why they are tied: the facts behind the relations, and the memories that state them
// Name yourself once: :param user_id => 'me'
MATCH (memory:Memory {user_id: $user_id})<-[:PART_OF]-(chunk:Chunk)-[:STATES]->(fact:Fact)
WITH memory, chunk, fact ORDER BY fact.confidence DESC LIMIT 25
MATCH path = (memory)<-[:PART_OF]-(chunk)-[:STATES]->(fact)-[:SUBJECT|OBJECT]->(:Entity)
RETURN path
