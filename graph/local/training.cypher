// What the run that makes the class archive does, so that the classes behind everyday statements are in it.
CREATE CONSTRAINT warm_id IF NOT EXISTS FOR (n:Warm) REQUIRE n.id IS UNIQUE;
CREATE VECTOR INDEX warm_vector IF NOT EXISTS FOR (n:Warm) ON n.embedding WITH [n.user_id]
OPTIONS {indexConfig: {`vector.dimensions`: 4, `vector.similarity_function`: 'cosine', `vector.quantization.enabled`: true}};
CREATE FULLTEXT INDEX warm_text IF NOT EXISTS FOR (n:Warm) ON EACH [n.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk'}};
CALL db.awaitIndexes(60);
UNWIND range(1, 200) AS i
MERGE (n:Warm {id: toString(i)})
ON CREATE SET n.user_id = 'u' + toString(i % 3), n.text = 'text ' + toString(i), n.at = datetime()
SET n += {weight: i * 0.5, tags: ['a', 'b']}
WITH n, i
CALL db.create.setNodeVectorProperty(n, 'embedding', [i * 1.0, 1.0, 2.0, 3.0])
MERGE (t:Tag {id: toString(i % 5)})
MERGE (n)-[r:TIED]->(t)
ON CREATE SET r.weight = i * 0.1;
CYPHER 25
MATCH (n:Warm)
  SEARCH n IN (VECTOR INDEX warm_vector FOR [1.0, 1.0, 2.0, 3.0] WHERE n.user_id = 'u1' LIMIT 10) SCORE AS score
CALL (n, score) {
  MATCH (n)-[r:TIED]->(t:Tag)<-[s:TIED]-(other:Warm)
  WHERE other.user_id = n.user_id
  WITH other, sum(r.weight * s.weight) AS weight ORDER BY weight DESC LIMIT 5
  RETURN collect({id: other.id, weight: weight}) AS others
}
RETURN n.id AS id, labels(n) AS labels, score, others, n.at AS at ORDER BY score DESC;
CALL db.index.fulltext.queryNodes('warm_text', 'text', {limit: 10}) YIELD node, score
WITH node, score WHERE node.user_id = 'u1'
OPTIONAL MATCH path = SHORTEST 1 (node)-[:TIED]-{1,3}(other:Warm WHERE other.user_id = 'u2')
RETURN node.id AS id, score, count(path) AS paths;
MATCH (n:Warm) WHERE n.user_id = 'u2'
CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 50 ROWS;
SHOW INDEXES YIELD name, state;
