"""mcp-neo4j-memory: one entity a turn, its text as the one observation; it searches by full text alone."""

import re

import neo4j
import pipe
from mcp_neo4j_memory.neo4j_memory import Entity, Neo4jMemory, Relation

SPECIAL = re.compile(r'[+\-!(){}\[\]^"~*?:\\/&|]')


class McpMemory:
    """Called as its MCP server calls it, without the protocol between."""

    async def open(self, order, _vectors):
        self.driver = neo4j.AsyncGraphDatabase.driver(order["uri"], auth=(order["user"], order["password"]))
        self.memory = Neo4jMemory(self.driver)
        await self.memory.create_fulltext_index()
        # It merges entities by name and makes no index for that: without ours each write would read all nodes.
        await self.driver.execute_query("CREATE INDEX memory_name FOR (m:Memory) ON (m.name)")
        await self.driver.execute_query("CALL db.awaitIndexes(60)")

    async def ingest(self, turns):
        speakers = sorted({turn.speaker for turn in turns if turn.speaker})
        if speakers:
            await self.memory.create_entities([Entity(name=name, type="person", observations=[]) for name in speakers])
        await self.memory.create_entities(
            [Entity(name=f"#{turn.id}", type="message", observations=[turn.text]) for turn in turns]
        )
        said = [
            Relation(source=turn.speaker, target=f"#{turn.id}", relationType="SAID") for turn in turns if turn.speaker
        ]
        await self.memory.create_relations(said)

    async def ask(self, text, _vector, limit, _way):
        found = await self.memory.search_memories(SPECIAL.sub(" ", text))
        return [entity.name[1:] for entity in found.entities if entity.type == "message"][:limit]

    async def close(self):
        await self.driver.close()


pipe.serve(McpMemory())
