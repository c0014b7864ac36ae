"""The baseline a person writes in an afternoon: a vector index, a full-text index, one statement to search both."""

import re

import neo4j
import pipe

INDEXES = (
    "CREATE VECTOR INDEX turn_vector FOR (t:Turn) ON t.vector "
    "OPTIONS {{indexConfig: {{`vector.dimensions`: {dimensions}, `vector.similarity_function`: 'cosine'}}}}",
    "CREATE FULLTEXT INDEX turn_text FOR (t:Turn) ON EACH [t.text] "
    "OPTIONS {{indexConfig: {{`fulltext.analyzer`: '{analyzer}'}}}}",
)
STORE = "UNWIND $rows AS row CREATE (t:Turn) SET t = row"
SEARCH = """
CALL () {
  CALL db.index.vector.queryNodes('turn_vector', 60, $vector) YIELD node, score
  WITH node ORDER BY score DESC
  WITH collect(node) AS nodes
  UNWIND range(0, size(nodes) - 1) AS place
  RETURN nodes[place] AS turn, place
  UNION ALL
  CALL db.index.fulltext.queryNodes('turn_text', $words, {limit: 60}) YIELD node, score
  WITH node ORDER BY score DESC
  WITH collect(node) AS nodes
  UNWIND range(0, size(nodes) - 1) AS place
  RETURN nodes[place] AS turn, place
}
WITH turn, sum(1.0 / (60 + place)) AS score
RETURN turn.id AS id ORDER BY score DESC, id LIMIT $limit
"""
BATCH = 500


class OneStatement:
    """Reciprocal rank fusion of both indexes."""

    def open(self, order, _vectors):
        self.driver = neo4j.GraphDatabase.driver(order["uri"], auth=(order["user"], order["password"]))
        analyzer = "cjk" if order["language"] == "ja" else "english"
        for statement in INDEXES:
            self.driver.execute_query(statement.format(dimensions=order["dimensions"], analyzer=analyzer))
        self.driver.execute_query("CALL db.awaitIndexes(60)")

    def ingest(self, turns):
        for place in range(0, len(turns), BATCH):
            rows = [{"id": turn.id, "text": turn.text, "vector": turn.vector} for turn in turns[place : place + BATCH]]
            self.driver.execute_query(STORE, rows=rows)

    def ask(self, text, vector, limit, _way):
        words = " ".join(re.findall(r"\w+", text.lower()))
        found = self.driver.execute_query(
            SEARCH, vector=vector, words=words, limit=limit, routing_=neo4j.RoutingControl.READ
        )
        return [record["id"] for record in found.records]

    def close(self):
        self.driver.close()


pipe.serve(OneStatement())
