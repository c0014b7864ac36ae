"""Enishi itself, as deployed but for what moves scores by age: the sets stand still."""

import time
from datetime import datetime

import pipe
from pydantic import SecretStr

from api.app import build
from api.settings import settings as read_settings
from extraction.encoder.e5.engine import E5Embedder
from graph.model.draft import Draft
from graph.model.recalled import Mode, Recipe


class Enishi:
    """Everything on; it embeds for itself, with the encoder whose vectors the others are given."""

    def open(self, order, vectors):
        chosen = read_settings()
        graph = chosen.graph.model_copy(update={"recency_swing": 0.0, "importance_swing": 0.0})
        here = {"uri": order["uri"], "user": order["user"], "password": SecretStr(order["password"])}
        neo4j = chosen.neo4j.model_copy(update=here)
        self.knowledge = build(chosen.model_copy(update={"graph": graph, "neo4j": neo4j}))
        self.number, self.ids = 0, {}
        embed = E5Embedder.queries

        def timed(embedder, texts):
            started = time.perf_counter()
            try:
                return embed(embedder, texts)
            finally:
                vectors.waited += time.perf_counter() - started

        E5Embedder.queries = timed

    @property
    def user(self):
        return f"bench-{self.number}"

    def clear(self):
        self.knowledge.forget_user(self.user)
        self.number += 1

    def ingest(self, turns):
        drafts = [
            Draft(
                text=turn.said,
                title=turn.title,
                speaker=turn.speaker,
                session_id=turn.session,
                occurred_at=datetime.fromisoformat(turn.at) if turn.at else None,
            )
            for turn in turns
        ]
        for turn, outcome in zip(turns, self.knowledge.remember_many(self.user, drafts), strict=True):
            if outcome.remembered is None:
                raise RuntimeError(f"a text was refused: {outcome.error}")
            self.ids.setdefault(outcome.remembered.id, []).append(turn.id)

    def ask(self, text, _vector, limit, _way):
        recalled = self.knowledge.recall(self.user, text, mode=Mode.HYBRID, recipe=Recipe.JOINED, limit=limit)
        return [one for hit in recalled.hits for one in self.ids[hit.memory.id]]

    def close(self):
        self.knowledge.close()


if __name__ == "__main__":  # the workers of remember_many import this file
    pipe.serve(Enishi())
