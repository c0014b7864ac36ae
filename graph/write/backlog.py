"""Understands later what was stored in a hurry: the backlog is the graph itself, so that nothing of it can be lost."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

import numpy as np

from graph.db.row import Row
from graph.db.rows import draft_of, memory_of, sentences_of
from graph.db.store import Runs, Store
from graph.errors import Conflict, Unavailable
from graph.extractor import ExtractionInput, Extractor
from graph.model.extraction import Vector
from graph.resolution.name_cache import NameCache
from graph.resolution.resolution_writer import EntityResolver
from graph.write.remember import MemoryWriter
from graph.write.turn_smoothing import VECTOR_REACH, Turn, averaged
from graph.write.write_rows import Item, known_in, turns_of, with_new_names


class Backlog:
    """Takes memories that are `pending`, oldest first, and gives them vectors and knowledge."""

    def __init__(
        self,
        store: Store,
        extractor: Extractor,
        lexicon: NameCache,
        remembering: MemoryWriter,
        settling: EntityResolver,
        clock: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._extractor = extractor
        self._lexicon = lexicon
        self._remembering = remembering
        self._settling = settling
        self._clock = clock
        self._most: int | None = None

    def understand(self, limit: int) -> int:
        """Understands up to `limit` memories of any user; returns how many. Repeating it after a crash is safe.

        What is too much at once for the database's memory is halved, and grows again while it goes well.
        """
        most = min(limit, self._most or limit)
        try:
            done = self._understand_oldest(most)
        except Unavailable as error:
            if not error.less or most == 1:
                raise
            self._most = most // 2
            return self.understand(limit)
        # By small steps: to find again what is too much costs the reading of all that.
        self._most = most + most // 8 + 1 if most < limit else None
        return done

    def _understand_oldest(self, limit: int) -> int:
        rows = self._store.read("memory/pending", limit=limit)
        by_user: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        for row in rows:
            by_user[row["memory"]["user_id"]].append(row)
        for user_id, mine in sorted(by_user.items()):
            self._understand(user_id, mine)
        return len(rows)

    def _understand(self, user_id: str, rows: Sequence[Mapping[str, Any]]) -> None:
        self._remembering.learn(user_id)
        names = self._lexicon.of(user_id)
        items = [self._item(position, row) for position, row in enumerate(rows)]
        for item in items:
            item.known = known_in(item.reading, names)
        near = {str(turn["id"]): turn for row in rows for turn in row["near"]}
        faded = {turn["memory"]["id"]: self._item(0, turn) for turn in near.values() if turn["memory"]}
        works = [ExtractionInput(item.draft, item.reading, item.known) for item in items]
        for item, extraction in zip(items, self._extractor.extract(works), strict=True):
            item.extraction = extraction
        now = self._clock()
        with_new_names(items)
        known = self._remembering.knowledge(user_id, items, now)
        memories = [
            {
                "id": item.id, "content_hash": item.content_hash,
                "fallback": item.fallback,
            }
            for item in items
        ]  # fmt: skip
        chunks = _embedded(items, self._own_vectors(list(faded.values())), near)
        beside = [{"id": turn["id"], "hash": turn["hash"]} for turn in near.values()]
        params = {"user_id": user_id, "memories": memories, "chunks": chunks, "beside": beside, "now": now}

        def work(runs: Runs) -> None:
            understood = runs("memory/understand", params)
            # Forgotten or edited while we read it, or a turn near it was: what we know of it is no longer so.
            if [(row["understood"], row["near"]) for row in understood] != [(len(items), len(near))]:
                raise Conflict("Memories changed while they were being understood. They are read anew.")
            self._settling.written(runs, user_id, known, now)

        with suppress(Conflict):
            self._store.together(work, divisible=len(items) > 1)

    def _own_vectors(self, items: Sequence[Item]) -> dict[str, Vector | None]:
        """The vector of each chunk of memories that were understood before, by the chunk's id."""
        made = self._extractor.chunk_vectors([ExtractionInput(item.draft, item.reading) for item in items])
        return {
            item.chunk_id(chunk.ordinal): vector
            for item, vectors in zip(items, made, strict=True)
            for chunk, vector in zip(item.reading.chunks, vectors, strict=True)
        }

    def _item(self, position: int, row: Mapping[str, Any]) -> Item:
        memory = memory_of(row["memory"])
        draft = draft_of(memory, titled=bool(row["memory"].get("titled")))
        return Item(position, draft, self._extractor.read(draft), memory.id, row["memory"]["content_hash"])


def _embedded(
    items: Sequence[Item], faded: Mapping[str, Vector | None], near: Mapping[str, Mapping[str, Any]]
) -> list[Row]:
    """The vectors of chunks; those of talks averaged with their neighbours, and their neighbours averaged anew."""
    rows: list[Row] = []
    sentences = {
        item.chunk_id(chunk.ordinal): {"sentences": sentences_of(item.extraction, chunk)}
        for item in items
        for chunk in item.reading.chunks
    }
    fresh = {turn.id: turn.vector for item in items for turn in turns_of(item)}
    own = {**faded}
    own |= {identity: _vector(turn["vector"]) for identity, turn in near.items() if turn["vector"] is not None}
    own |= fresh
    for identity, vector in fresh.items():
        if identity not in near and vector is not None:
            rows.append({"id": identity, "properties": sentences[identity], "embedding": vector.tolist()})
    for stretch in _stretches(near):
        turns = [Turn(identity, "", "", own.get(identity)) for identity in stretch]
        changed = [place for place, turn in enumerate(turns) if turn.id in fresh]
        for place, (turn, vector) in enumerate(zip(turns, averaged(turns), strict=True)):
            if vector is None or not any(abs(place - new) <= VECTOR_REACH for new in changed):
                continue
            kept = turn.vector.tolist() if turn.vector is not None and near[turn.id]["ending"] else None
            properties = {"own_embedding": kept, **sentences.get(turn.id, {})}
            rows.append({"id": turn.id, "properties": properties, "embedding": vector.tolist()})
    return rows


def _stretches(near: Mapping[str, Mapping[str, Any]]) -> Iterator[list[str]]:
    """The turns as runs in which each follows the one before."""
    for first in sorted(near.keys() - {turn["next"] for turn in near.values()}):
        stretch: list[str] = []
        at = first
        while at in near and at not in stretch:
            stretch.append(at)
            at = str(near[at]["next"])
        yield stretch


def _vector(values: Sequence[float]) -> Vector:
    return np.asarray(values, dtype=np.float32)
