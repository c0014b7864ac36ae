"""Mends each way in which indexes and memories disagree; what is mended twice, or half, is mended."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final, TypeVar

from graph.care.checking import Gathered, nothing_indexed
from graph.care.renewal import Renewal
from graph.care.walk import Walk
from graph.db import schema
from graph.db.store import Runs, Store
from graph.model.care.index import FaultKind
from graph.model.extraction import EmbeddingModel
from graph.write.forget import locked, summed
from graph.write.retention import Reason, put_away

T = TypeVar("T")
_BY_RENEWAL: Final = (
    FaultKind.NO_CHUNKS,
    FaultKind.CHUNK_TEXT,
    FaultKind.VECTORS,
    FaultKind.WORDS,
    FaultKind.FACETS,
    FaultKind.COPIES,
    FaultKind.KEYWORDS,
)
_NOT_FOUND: Final = (FaultKind.NOT_FOUND_BY_WORDS, FaultKind.NOT_FOUND_BY_VECTOR)


class Repairer:
    """Mends one user's index, a batch at a time."""

    def __init__(
        self,
        store: Store,
        renewal: Renewal,
        walk: Walk,
        model: EmbeddingModel,
        clock: Callable[[], datetime],
        user_id: str,
        *,
        batch: int,
    ) -> None:
        self._clock = clock
        self._store = store
        self._renewal = renewal
        self._walk = walk
        self._model = model
        self._user_id = user_id
        self._batch = batch

    def mend(self, gathered: Gathered) -> None:
        """Mends what a check gathered: indexes first, since the rest is written into them, and counts last."""
        if broken := gathered.ids.get(FaultKind.INDEXES):
            schema.reindexed(self._store, self._model, broken)
        pairs = self._without_orphans(gathered.ids.get(FaultKind.ORPHANS, ()))
        lost = list(dict.fromkeys(each for kind in _NOT_FOUND for each in gathered.ids.get(kind, ())))
        for part in _parts(lost, self._batch):
            rows = [{"id": chunk_id, "properties": nothing_indexed(self._user_id), "vector": None} for chunk_id in part]
            self._store.write("memory/rewrite", user_id=self._user_id, chunks=rows)
        wanted = {memory_id: None for kind in _BY_RENEWAL for memory_id in gathered.ids.get(kind, ())}
        # A chunk has the id of its memory and its place.
        wanted |= {chunk_id.rpartition(".")[0]: None for chunk_id in lost}
        self._renewed(list(wanted))
        for part in _parts(gathered.ids.get(FaultKind.ARCHIVED_IN_INDEX, ()), self._batch):
            self._put_away(part)
        self._counted(gathered, pairs)

    def _renewed(self, ids: Sequence[str]) -> None:
        for part in _parts(ids, self._batch):
            for page in self._walk.some(part):
                self._renewal.renew([each for each in page if not each.archived and not each.waiting])

    def _without_orphans(self, ids: Sequence[str]) -> list[list[str]]:
        pairs: list[list[str]] = []
        for part in _parts(ids, self._batch):
            rows = self._store.write("care/drop_orphans", user_id=self._user_id, ids=list(part))
            pairs += [pair for row in rows for pair in row["pairs"] if None not in pair]
        return pairs

    def _put_away(self, ids: Sequence[str]) -> None:
        def work(runs: Runs) -> None:
            locked(runs, self._user_id, "")
            pieces = runs("memory/pieces", {"user_id": self._user_id, "ids": list(ids)})
            put_away(runs, self._user_id, pieces, Reason(), self._clock())

        self._store.together(work)

    def _counted(self, gathered: Gathered, pairs: Sequence[Sequence[str]]) -> None:
        entities = list(gathered.ids.get(FaultKind.MENTION_COUNTS, ()))
        if entities or FaultKind.CHUNK_COUNT in gathered.ids or FaultKind.NO_CHUNKS in gathered.ids or pairs:
            self._store.write("care/recount", user_id=self._user_id, entities=entities)
        for part in _parts([*gathered.pairs, *pairs], self._batch):

            def work(runs: Runs, part: Sequence[Sequence[str]] = part) -> None:
                locked(runs, self._user_id, "")
                summed(runs, self._user_id, pairs=part)

            self._store.together(work)


def _parts(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (items[at : at + size] for at in range(0, len(items), size))
