"""Graphiti: each turn an episode and one fact with the turn's text and vector, then its own search recipes."""

from datetime import UTC, datetime
from uuid import uuid4

import pipe
from graphiti_core import Graphiti
from graphiti_core.cross_encoder.client import CrossEncoderClient
from graphiti_core.edges import EntityEdge, EpisodicEdge
from graphiti_core.embedder.client import EmbedderClient
from graphiti_core.llm_client.client import LLMClient
from graphiti_core.llm_client.config import LLMConfig
from graphiti_core.nodes import EntityNode, EpisodeType, EpisodicNode
from graphiti_core.search import search_config_recipes as recipes
from graphiti_core.utils.bulk_utils import add_nodes_and_edges_bulk

BATCH = 200
GROUP = "bench"
RECIPES = {"facts rrf": recipes.EDGE_HYBRID_SEARCH_RRF}


class Embedder(EmbedderClient):
    """The bench's vectors in the shape it asks for."""

    def __init__(self, vectors):
        self._vectors = vectors

    async def create(self, input_data):
        return self._vectors.one(input_data if isinstance(input_data, str) else input_data[0])

    async def create_batch(self, input_data_list):
        return self._vectors.of(input_data_list)


class NoModel(LLMClient):
    """There is no language model; whoever asks one is told."""

    async def _generate_response(self, *_arguments, **_named):
        raise RuntimeError("no language model here")


class NoReranker(CrossEncoderClient):
    """No model that reads question and text together."""

    async def rank(self, *_asked):
        raise RuntimeError("no cross encoder here")


class GraphitiSearch:
    """Saved by its bulk call, as after an extraction; nothing is extracted."""

    async def open(self, order, vectors):
        self.vectors = vectors
        self.graphiti = Graphiti(
            order["uri"],
            order["user"],
            order["password"],
            llm_client=NoModel(LLMConfig(api_key="none")),
            embedder=Embedder(vectors),
            cross_encoder=NoReranker(),
        )
        await self.graphiti.build_indices_and_constraints()
        self.ids = {}

    async def ingest(self, turns):
        names = sorted({turn.speaker or turn.title or "passages" for turn in turns})
        people = {
            name: EntityNode(name=name, group_id=GROUP, labels=["Person"] if turns[0].speaker else [])
            for name in [*names, "everybody"]
        }
        for name, vector in zip(people, self.vectors.of(list(people)), strict=True):
            people[name].name_embedding = vector
        waiting = list(people.values())
        for place in range(0, len(turns), BATCH):
            episodes, mentions, facts = [], [], []
            for turn in turns[place : place + BATCH]:
                at = datetime.fromisoformat(turn.at) if turn.at else datetime.now(UTC)
                subject = people[turn.speaker or turn.title or "passages"]
                fact = EntityEdge(
                    uuid=str(uuid4()),
                    group_id=GROUP,
                    source_node_uuid=subject.uuid,
                    target_node_uuid=people[self._to(turn, names)].uuid,
                    created_at=at,
                    valid_at=at,
                    name="SAID" if turn.speaker else "TELLS",
                    fact=turn.text,
                    fact_embedding=turn.vector,
                )
                episode = EpisodicNode(
                    name=turn.id,
                    group_id=GROUP,
                    source=EpisodeType.message if turn.speaker else EpisodeType.text,
                    source_description=turn.session or "",
                    content=turn.text,
                    created_at=at,
                    valid_at=at,
                    entity_edges=[fact.uuid],
                )
                fact.episodes = [episode.uuid]
                self.ids[fact.uuid] = turn.id
                episodes.append(episode)
                facts.append(fact)
                mentions.append(
                    EpisodicEdge(
                        group_id=GROUP,
                        source_node_uuid=episode.uuid,
                        target_node_uuid=subject.uuid,
                        created_at=at,
                    )
                )
            await add_nodes_and_edges_bulk(
                self.graphiti.driver, episodes, mentions, waiting, facts, self.graphiti.embedder
            )
            waiting = []

    @staticmethod
    def _to(turn, names):
        """Whom a turn is said to: the other one of two, else everybody."""
        others = [name for name in names if name != turn.speaker]
        return others[0] if turn.speaker and len(others) == 1 else "everybody"

    async def ask(self, text, vector, limit, way):
        config = RECIPES[way].model_copy(update={"limit": limit})
        found = await self.graphiti.search_(text, config=config, query_vector=vector)
        return [self.ids[edge.uuid] for edge in found.edges]

    async def close(self):
        await self.graphiti.close()


pipe.serve(GraphitiSearch())
