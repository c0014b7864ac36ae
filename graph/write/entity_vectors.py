"""Gives entities their vectors, as background work: what they are called and what is said where they occur."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from graph.db.store import Store
from graph.extractor import Extractor
from graph.model.extraction import Vector

BATCH = 100
"""Entities that are read and written at once."""
NAME_SHARE = 0.7
"""How much of an entity's vector its name and description are; the rest is the mean of its chunks."""
CHUNKS_MOST = 20
"""Chunks whose mean counts, the newest."""
_TURNS_LOST = 3


class EntityVectors:
    """Keeps the vectors of entities up to date. One for a process; safe to share between threads.

    The queue is the graph itself: an entity carries `to_embed` from when it is named, mentioned or described otherwise
    until its vector says so.
    """

    def __init__(self, store: Store, extractor: Extractor) -> None:
        self._store = store
        self._extractor = extractor

    def pending(self, limit: int) -> int:
        """Makes the vectors of up to `limit` entities of any user; returns how many were made."""
        return self._made(self._waiting(None, min(limit, BATCH)))

    def user(self, user_id: str) -> int:
        """Makes all vectors that one user's entities lack; returns how many.

        What others change all the while is left to the next time.
        """
        made = refused = 0
        while refused < _TURNS_LOST and (rows := self._waiting(user_id, BATCH)):
            done = self._made(rows)
            made, refused = made + done, refused + (done == 0)
        return made

    def _waiting(self, user_id: str | None, limit: int) -> Sequence[Mapping[str, Any]]:
        return self._store.read("entity/unembedded", user_id=user_id, limit=limit, most=CHUNKS_MOST)

    def _made(self, rows: Sequence[Mapping[str, Any]]) -> int:
        """Makes the vectors of rows that come user by user."""
        if not rows:
            return 0
        named = self._extractor.vectors([_said(row) for row in rows])
        by_user = groupby(zip(rows, named, strict=True), key=lambda one: one[0]["user_id"])
        return sum(self._written(user_id, list(mine)) for user_id, mine in by_user)

    def _written(self, user_id: str, mine: Sequence[tuple[Mapping[str, Any], Vector]]) -> int:
        made = [
            {
                "id": row["id"], "name": row["name"], "description": row["description"] or "",
                "mention_count": row["mention_count"],
                "embedding": entity_vector(name, [np.asarray(one, np.float32) for one in row["vectors"]]).tolist(),
            }
            for row, name in mine
        ]  # fmt: skip
        # The oldest: a row that was read later may know of a forgetting that an earlier one does not.
        forgot_at = min(row["forgot_at"] for row, _ in mine)
        written = self._store.write("entity/embed", user_id=user_id, forgot_at=forgot_at, made=made)
        return int(written[0]["embedded"]) if written else 0


def entity_vector(name: Vector, chunks: Sequence[Vector]) -> Vector:
    """0.7 of the vector of name and description and 0.3 of the mean of the chunks', scaled to length 1.

    Without chunks it is the name's alone. Shapes: (dimensions,); all given are of length 1.
    """
    if not chunks:
        return name
    mixed = NAME_SHARE * name + (1 - NAME_SHARE) * np.mean(chunks, axis=0)
    return np.asarray(mixed / np.linalg.norm(mixed), np.float32)


def _said(row: Mapping[str, Any]) -> str:
    return f"{row['name']}: {row['description']}" if row["description"] else str(row["name"])
