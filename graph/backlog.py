"""Understands later what was stored in a hurry: the backlog is the graph itself, so that nothing of it can be lost."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import numpy as np

from graph.extracts import Extracts, Work
from graph.lexicon import Lexicon
from graph.model import Vector
from graph.prepared import Item, known_in
from graph.remember import Remembering
from graph.rows import draft_of, memory_of
from graph.store import Step, Store
from graph.turns import TAIL, VECTOR_REACH, Turn, averaged

Row = dict[str, object]


class Backlog:
    """Takes memories that are `pending`, oldest first, and gives them vectors and knowledge."""

    def __init__(
        self,
        store: Store,
        extractor: Extracts,
        lexicon: Lexicon,
        remembering: Remembering,
        clock: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._extractor = extractor
        self._lexicon = lexicon
        self._remembering = remembering
        self._clock = clock

    def understand(self, limit: int) -> int:
        """Understands up to `limit` memories of any user; returns how many. Repeating it after a crash is safe."""
        rows = self._store.read("memory/pending", limit=limit)
        by_user: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        for row in rows:
            by_user[row["memory"]["user_id"]].append(row)
        for user_id, mine in sorted(by_user.items()):
            self._understand(user_id, mine)
        return len(rows)

    def _understand(self, user_id: str, rows: Sequence[Mapping[str, Any]]) -> None:
        names = self._lexicon.of(user_id)
        self._remembering.learn(user_id)
        items = [self._item(position, row) for position, row in enumerate(rows)]
        for item in items:
            item.known = known_in(item.reading, names)
        works = [Work(item.draft, item.reading, item.known) for item in items]
        for item, extraction in zip(items, self._extractor.extract(works), strict=True):
            item.extraction = extraction
        now = self._clock()
        steps, _ = self._remembering.write_knowledge(user_id, items, now)
        first = Step(
            "memory/understand",
            {
                "user_id": user_id,
                "memory_ids": [item.id for item in items],
                "chunks": _embedded(items, [row["tail"] for row in rows]),
                "now": now,
            },
        )
        self._store.write_all([first, *steps])

    def _item(self, position: int, row: Mapping[str, Any]) -> Item:
        memory = memory_of(row["memory"])
        draft = draft_of(memory, titled=bool(row["memory"].get("titled")))
        return Item(position, draft, self._extractor.read(draft), memory.id, row["memory"]["content_hash"])


def _embedded(items: Sequence[Item], tails: Sequence[Sequence[Mapping[str, Any]]]) -> list[Row]:
    """The vectors of chunks, those of talks averaged with their neighbours, and the turns before them averaged anew."""
    rows: list[Row] = []
    talks: dict[str, list[Turn]] = {}
    before: dict[str, list[Turn]] = {}
    for item, tail in zip(items, tails, strict=True):
        vectors = item.extraction.vectors if item.extraction is not None else ()
        if not item.in_talk:
            for chunk, vector in zip(item.reading.chunks, vectors, strict=True):
                rows.append({"id": item.chunk_id(chunk.ordinal), "properties": {}, "embedding": vector.tolist()})
            continue
        session = item.draft.session_id or ""
        before.setdefault(session, [Turn(t["id"], "", "", _vector(t["vector"])) for t in tail])
        talks.setdefault(session, []).extend(
            Turn(item.chunk_id(chunk.ordinal), "", "", vector)
            for chunk, vector in zip(item.reading.chunks, vectors, strict=True)
        )
    for session, turns in talks.items():
        chain = [*before[session], *turns]
        for place, (turn, vector) in enumerate(zip(chain, averaged(chain), strict=True)):
            kept = turn.vector if place >= len(chain) - TAIL else None
            # Farther back a vector is whole already, and its own neighbours are not at hand to average it anew.
            if vector is not None and place >= len(before[session]) - VECTOR_REACH:
                own = None if kept is None else kept.tolist()
                rows.append({"id": turn.id, "properties": {"own_embedding": own}, "embedding": vector.tolist()})
    return rows


def _vector(values: Sequence[float]) -> Vector:
    return np.asarray(values, dtype=np.float32)
