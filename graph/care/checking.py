"""Checks that indexes and memories of one user agree: by comparison, by count, and by searching for a sample."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from graph.care.faults import REMEDIES
from graph.care.walk import Indexed, Walk
from graph.db import sides
from graph.db.fulltext_fields import facet, words_fields
from graph.db.rows import lucene_among, quoted
from graph.db.store import Store
from graph.db.type_catalogue import SYMMETRIC
from graph.model.care.index import FaultKind, Finding, IndexCheck

EXAMPLES: Final = 5
INDEXES: Final = ("chunk_terms", "chunk_text", "chunk_embedding", "entity_called", "entity_embedding")
"""The indexes that answers come from."""
_ONLINE: Final = ("ONLINE", "POPULATING")
_ORPHANS_MOST: Final = 10_000
_WORDS_ASKED: Final = 16
_HITS_MOST: Final = 10_000
_NEAREST: Final = 10
_SAME: Final = 0.9999
"""Score of the vector index from which on two vectors are the same to it."""


class EvenSample:
    """Some of many items at even distances, of which it never holds more than twice as many as are wanted."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._stride = 1
        self._met = 0
        self._items: list[Mapping[str, Any]] = []

    def offer(self, items: Sequence[Mapping[str, Any]]) -> None:
        """Takes every so many of some further items."""
        for item in items:
            if self._most and self._met % self._stride == 0:
                self._items.append(item)
            self._met += 1
            if len(self._items) > 2 * self._most:
                self._items, self._stride = self._items[::2], 2 * self._stride

    @property
    def chosen(self) -> list[Mapping[str, Any]]:
        """As many as are wanted, or all where there are fewer."""
        number = min(self._most, len(self._items))
        return [self._items[place * len(self._items) // number] for place in range(number)]


@dataclass(slots=True)
class Gathered:
    """All that a check met, by kind: ids of memories, chunks or entities, pairs of entities, names of indexes."""

    memories: int = 0
    chunks: int = 0
    ids: dict[FaultKind, list[str]] = field(default_factory=dict[FaultKind, list[str]])
    pairs: list[list[str]] = field(default_factory=list[list[str]])
    sample: "EvenSample" = field(default_factory=lambda: EvenSample(0))
    sampled: int = 0

    def note(self, kind: FaultKind, *ids: str) -> None:
        """Notes a fault of each id."""
        if ids:
            self.ids.setdefault(kind, []).extend(ids)

    def check(self) -> IndexCheck:
        """What was found as callers read it, in the order of the kinds."""
        return IndexCheck(
            memories=self.memories, chunks=self.chunks, sampled=self.sampled,
            findings=tuple(
                Finding(kind=kind, count=len(ids), ids=tuple(ids[:EXAMPLES]), remedy=REMEDIES[kind])
                for kind in FaultKind
                if (ids := self.ids.get(kind))
            ),
        )  # fmt: skip


class Checker:
    """Checks one user's index; nothing is changed."""

    def __init__(self, store: Store, user_id: str, dimensions: int, *, sample: int) -> None:
        self._store = store
        self._user_id = user_id
        self._sample = sample
        self.walk = Walk(store, user_id, dimensions)

    def gathered(self, ids: Sequence[str] | None = None) -> Gathered:
        """What is wrong, with some memories alone or with the whole."""
        gathered = Gathered(sample=EvenSample(self._sample))
        for page in self.walk.pages() if ids is None else self.walk.some(ids):
            for each in page:
                _note(gathered, each)
        if ids is None:
            self._whole(gathered)
        self._searched(gathered)
        return gathered

    def _whole(self, gathered: Gathered) -> None:
        """What is no matter of one memory: counts, chunks without a memory, the indexes themselves."""
        rows = self._store.read("care/counts", user_id=self._user_id, symmetric=SYMMETRIC)
        counted = rows[0]
        if counted["chunk_count"] != gathered.chunks:
            gathered.note(FaultKind.CHUNK_COUNT, self._user_id)
        gathered.note(FaultKind.MENTION_COUNTS, *counted["entities"])
        gathered.pairs = counted["pairs"]
        gathered.note(FaultKind.EVIDENCE_COUNTS, *(" ".join(pair) for pair in counted["pairs"]))
        states = {row["name"]: row["state"] for row in self._store.read("schema/index_states")}
        broken = [name for name in INDEXES if states.get(sides.named(name, self._store.side)) not in _ONLINE]
        gathered.note(FaultKind.INDEXES, *broken)
        if "chunk_terms" not in broken:
            mine = f"facets:{quoted(facet('u', self._user_id))}"
            rows = self._store.read("care/orphans", user_id=self._user_id, query=mine, limit=_ORPHANS_MOST)
            gathered.note(FaultKind.ORPHANS, *(row["id"] for row in rows))

    def _searched(self, gathered: Gathered) -> None:
        """Searches for some chunks that are as they should be, by their own words and vectors."""
        broken = gathered.ids.get(FaultKind.INDEXES, ())
        sample = gathered.sample.chosen
        gathered.sampled = len(sample)
        if not sample:
            return
        if "chunk_terms" not in broken:
            asked = [
                {"id": chunk["id"], "query": _own_query(self._user_id, chunk)}
                for chunk in sample
                if chunk["words"].strip()
            ]
            rows = self._store.read("care/by_own_words", user_id=self._user_id, chunks=asked, limit=_HITS_MOST)
            gathered.note(FaultKind.NOT_FOUND_BY_WORDS, *(row["id"] for row in rows))
        if "chunk_embedding" not in broken:
            ids = [chunk["id"] for chunk in sample if chunk["dimensions"]]
            given = {"ids": ids, "limit": _NEAREST, "same": _SAME}
            rows = self._store.read("care/by_own_vector", user_id=self._user_id, **given)
            gathered.note(FaultKind.NOT_FOUND_BY_VECTOR, *(row["id"] for row in rows))


def _note(gathered: Gathered, each: Indexed) -> None:
    gathered.memories += 1
    gathered.chunks += len(each.chunks)
    for kind in each.faults:
        gathered.note(kind, each.id)
    if not each.faults and not each.archived and not each.waiting:
        gathered.sample.offer(each.chunks)


def _own_query(user_id: str, chunk: Mapping[str, Any]) -> str:
    """The full-text query for all of a chunk's first words, among the chunks with its filter tokens."""
    words = list(dict.fromkeys(chunk["words"].split(" ")))[:_WORDS_ASKED]
    return lucene_among(" AND ".join(quoted(word) for word in words if word), user_id, chunk["facets"].split())


def nothing_indexed(user_id: str) -> dict[str, object]:
    """The properties that take a chunk of a user out of the full-text and vector indexes."""
    return {**dict.fromkeys(words_fields(user_id)), "facets": None, "embedding": None}
