"""Readings and vectors of turns just made: each turn of a talk is encoded once, not again with each beside it."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence

from graph.extractor import ExtractionInput, Extractor
from graph.model.draft import Draft
from graph.model.extraction import DraftReading, Vector


class TurnCache:
    """An extractor's `read` and `chunk_vectors`, with the last results kept. For one update; not shared."""

    def __init__(self, extractor: Extractor, *, most: int) -> None:
        self._extractor = extractor
        self._most = most
        self._readings: OrderedDict[Hashable, DraftReading] = OrderedDict()
        self._vectors: OrderedDict[Hashable, Sequence[Vector]] = OrderedDict()

    def read(self, draft: Draft) -> DraftReading:
        """The chunks of a draft."""
        key = _key(draft)
        if key not in self._readings:
            self._readings[key] = self._extractor.read(draft)
            while len(self._readings) > self._most:
                self._readings.popitem(last=False)
        return self._readings[key]

    def chunk_vectors(self, works: Sequence[ExtractionInput]) -> Sequence[Sequence[Vector]]:
        """The vectors of the chunks of each piece of work, in order; those that are not known are made at once."""
        fresh = {_key(work.draft): work for work in works if _key(work.draft) not in self._vectors}
        made = self._extractor.chunk_vectors(list(fresh.values())) if fresh else ()
        vectors = {**self._vectors, **dict(zip(fresh, made, strict=True))}
        for key in fresh:
            self._vectors[key] = vectors[key]
        while len(self._vectors) > self._most:
            self._vectors.popitem(last=False)
        return [vectors[_key(work.draft)] for work in works]


def _key(draft: Draft) -> Hashable:
    """What a chunk's words and vector are made of."""
    return draft.speaker, draft.title, draft.text, draft.occurred_at, draft.created_at, draft.facts
