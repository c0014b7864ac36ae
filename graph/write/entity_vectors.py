"""Makes the vectors of entities in the background, from their names, descriptions and newest chunks."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import numpy as np

from graph.db.background_queue import BackgroundQueue, Round, Waiting
from graph.db.store import Store
from graph.extractor import Extractor
from graph.model.care.vectors import PASSAGES_MOST
from graph.model.extraction import Vector

BATCH = 100
"""Entities that are read and written at once."""
NAME_SHARE = 0.7
"""How much of an entity's vector its name and description are; the rest is the weighted mean of its chunks."""


class EntityVectors:
    """Keeps the vectors of entities up to date. One for a process; safe to share between threads.

    An entity carries `to_embed` from when it is named, mentioned or described otherwise until its vector says so.
    """

    def __init__(self, store: Store, extractor: Extractor, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._extractor = extractor
        self._clock = clock
        self.queue = BackgroundQueue(
            lambda user_id, limit: store.read("entity/unembedded", user_id=user_id, limit=limit, most=PASSAGES_MOST),
            self._embed,
            batch=BATCH,
        )

    def _embed(self, user_id: str, rows: Waiting) -> Round:
        names = self._extractor.vectors([entity_text(row) for row in rows])
        made = [
            {
                "id": row["id"], "name": row["name"], "description": row["description"] or "",
                "mention_count": row["mention_count"],
                "vector": entity_vector(name, row["chunks"]).tolist(),
            }
            for row, name in zip(rows, names, strict=True)
        ]  # fmt: skip
        # The oldest: a row that was read later may know of a forgetting that an earlier one does not.
        forgot_at = min(row["forgot_at"] for row in rows)
        written = self._store.write("entity/embed", user_id=user_id, forgot_at=forgot_at, made=made, now=self._clock())
        return Round(taken=int(written[0]["unmarked"]) if written else 0)


def entity_vector(name: Vector, chunks: Sequence[tuple[Sequence[float], float]]) -> Vector:
    """0.7 of the vector of name and description and 0.3 of the weighted mean of the chunks', scaled to length 1.

    Each chunk has its vector and how much it is about the entity (`cypher/entity/_salience`). Without chunks it is the
    name's alone. Shapes: (dimensions,); all given are of length 1.
    """
    if not chunks:
        return name
    vectors, weights = zip(*chunks, strict=True)
    mixed = NAME_SHARE * name + (1 - NAME_SHARE) * np.average(np.asarray(vectors, np.float32), axis=0, weights=weights)
    return np.asarray(mixed / np.linalg.norm(mixed), np.float32)


def entity_text(row: Mapping[str, Any]) -> str:
    """What an entity is called and said to be: the text of its name's vector."""
    return f"{row['name']}: {row['description']}" if row["description"] else str(row["name"])
