// Why they are tied: the facts behind the relations, and the memories that state them
// Whose: the one who wrote most. To choose, put  WITH 'me' AS user_id  in place of the next line.
MATCH (user:User) WITH user.id AS user_id ORDER BY user.writes DESC LIMIT 1
MATCH (memory:Memory {user_id: user_id})<-[:PART_OF]-(chunk:Chunk)-[:STATES]->(fact:Fact)
WITH memory, chunk, fact ORDER BY fact.confidence DESC LIMIT 25
MATCH path = (memory)<-[:PART_OF]-(chunk)-[:STATES]->(fact)-[:SUBJECT|OBJECT]->(:Entity)
RETURN path
