"""neo4j-graphrag: its lexical graph and writer, then its vector, hybrid and hybrid-with-Cypher retrievers."""

import itertools
import re

import neo4j
import pipe
from neo4j_graphrag.components.kg_writer import Neo4jWriter
from neo4j_graphrag.components.lexical_graph import LexicalGraphBuilder
from neo4j_graphrag.components.types import LexicalGraphConfig, TextChunk, TextChunks
from neo4j_graphrag.indexes import create_fulltext_index, create_vector_index
from neo4j_graphrag.retrievers import HybridCypherRetriever, HybridRetriever, VectorRetriever

VECTORS, WORDS = "chunk_vectors", "chunk_words"
# The writer makes relationships by a procedure of APOC, which the server does not carry: one statement of ours.
NEXT = "UNWIND $pairs AS pair MATCH (a:Chunk {id: pair[0]}), (b:Chunk {id: pair[1]}) CREATE (a)-[:NEXT_CHUNK]->(b)"
# What such a statement is for: the turns beside each hit are read with it. The order stays that of the hybrid search.
AROUND = """
OPTIONAL MATCH (node)-[:NEXT_CHUNK]-(beside:Chunk)
WITH node, score, collect(beside.text) AS around
RETURN node.id AS id, score, around ORDER BY score DESC, id
"""
BATCH = 500
CANDIDATES = 60
SPECIAL = re.compile(r'[+\-!(){}\[\]^"~*?:\\/&|]')


class GraphRag:
    """One store, three retrievers."""

    def open(self, order, _vectors):
        self.driver = neo4j.GraphDatabase.driver(order["uri"], auth=(order["user"], order["password"]))
        # Its chunks are matched by id when they are tied; the index is ours.
        self.driver.execute_query("CREATE INDEX chunk_id FOR (c:Chunk) ON (c.id)")
        create_vector_index(
            self.driver, VECTORS, "Chunk", "embedding", dimensions=order["dimensions"], similarity_fn="cosine"
        )
        if order["language"] == "ja":
            # Its own call cannot choose an analyzer; without one Japanese is cut into single characters.
            self.driver.execute_query(
                f"CREATE FULLTEXT INDEX {WORDS} FOR (n:Chunk) ON EACH [n.text] "
                "OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk'}}"
            )
        else:
            create_fulltext_index(self.driver, WORDS, "Chunk", ["text"])
        self.driver.execute_query("CALL db.awaitIndexes(60)")
        self.vector = VectorRetriever(self.driver, VECTORS, return_properties=["id"])
        self.hybrid = HybridRetriever(self.driver, VECTORS, WORDS, return_properties=["id"])
        self.around = HybridCypherRetriever(self.driver, VECTORS, WORDS, AROUND)
        self.writer = Neo4jWriter(self.driver)

    async def ingest(self, turns):
        config = LexicalGraphConfig()
        builder = LexicalGraphBuilder(config)
        for place in range(0, len(turns), BATCH):
            chunks = [
                TextChunk(uid=turn.id, text=turn.text, index=number, metadata={"id": turn.id, "embedding": turn.vector})
                for number, turn in enumerate(turns[place : place + BATCH], place)
            ]
            graph = (await builder.run(text_chunks=TextChunks(chunks=chunks))).graph
            graph.relationships = []
            written = await self.writer.run(graph, config)
            if written.status != "SUCCESS":
                raise RuntimeError(written.metadata)
        pairs = [
            [one.id, following.id]
            for one, following in itertools.pairwise(turns)
            if one.session and one.session == following.session
        ]
        for place in range(0, len(pairs), BATCH):
            self.driver.execute_query(NEXT, pairs=pairs[place : place + BATCH])

    def ask(self, text, vector, limit, way):
        kind, _, weight = way.partition(" ")
        if kind == "vector":
            found = self.vector.get_search_results(query_vector=vector, top_k=limit)
        else:
            retriever = self.hybrid if kind == "hybrid" else self.around
            top, alpha = (CANDIDATES, float(weight)) if weight else (limit, None)
            found = retriever.get_search_results(
                query_text=SPECIAL.sub(" ", text),
                query_vector=vector,
                top_k=top,
                ranker="linear" if alpha else "naive",
                alpha=alpha,
            )
        # The plain retrievers call the database's own id of a node `id`; ours is a property of the node.
        ids = [record["id"] if kind == "around" else record["node"]["id"] for record in found.records]
        return ids[:limit]

    def close(self):
        self.driver.close()


pipe.serve(GraphRag())
