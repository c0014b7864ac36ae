"""A pool of worker processes that extract batches, in order and with a bounded number of units under way."""

import multiprocessing
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.connection import wait
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.settings import ExtractionSettings
from graph.collector import collect_seldom
from graph.errors import Conflict, Misconfigured, QueryError, Unavailable
from graph.extractor import ExtractionInput, Extractor
from graph.model.extraction import CandidateMention, Extraction, LiteralFact, Mention, Statement

PackedExtraction = tuple[
    tuple[bytes, ...],
    tuple[Mention, ...],
    tuple[Statement, ...],
    tuple[LiteralFact, ...],
    tuple[CandidateMention, ...],
]
PackedUnit = tuple[list[int], NDArray[np.float32], list[PackedExtraction]]
"""What a worker returns: chunk counts, all vectors in one array, and the rest of each extraction.

The reading is not sent.
"""

_DIED: Final = (
    "A worker process of the extraction ended unexpectedly (killed, out of memory, or started from a script without "
    "an `if __name__ == '__main__'` guard). Repeat the batch; with little memory set extraction workers to 1."
)


class Workers:
    """A process pool that lives until `close`."""

    def __init__(self, settings: ExtractionSettings, count: int) -> None:
        self._unit = settings.unit
        self._count = count
        self._settings = settings.model_copy(update={"workers": 1})
        self._pool: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()

    def stream(self, batches: Iterable[Sequence[ExtractionInput]]) -> Iterator[Sequence[Extraction]]:
        """One list of extractions for each batch, in order; at most one unit more is under way than there are workers.

        Raises Unavailable when a worker dies, and what an extraction raised. An unexpected error becomes a QueryError
        with its place and without its message, which may quote a text. The next stream starts with the same workers.
        """
        sizes: deque[int] = deque()
        units = units_of(batches, self._unit, sizes)
        under_way: deque[tuple[list[ExtractionInput], Future[PackedUnit]]] = deque()
        pool = self._open()
        ready: deque[Extraction] = deque()
        try:
            while True:
                for unit in islice(units, self._count + 1 - len(under_way)):
                    under_way.append((unit, pool.submit(_extract_unit, unit)))
                if not under_way:
                    break
                unit, future = under_way.popleft()
                ready.extend(_rebuilt(unit, future.result()))
                while sizes and len(ready) >= sizes[0]:
                    yield [ready.popleft() for _ in range(sizes.popleft())]
            while sizes:
                yield [ready.popleft() for _ in range(sizes.popleft())]
        except BrokenProcessPool as error:
            self.close()
            raise Unavailable(_DIED) from error
        finally:
            for _, future in under_way:
                future.cancel()

    def close(self) -> None:
        """Ends the processes; units not begun are dropped. A later stream starts new ones."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)

    def _open(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                # Read when a worker loads its linear algebra: as many threads as cores in each process would fight.
                for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
                    os.environ.setdefault(variable, "1")
                self._pool = ProcessPoolExecutor(
                    max_workers=self._count,
                    mp_context=multiprocessing.get_context("spawn"),
                    initializer=_start,
                    initargs=(self._settings,),
                )
            return self._pool


def units_of(
    batches: Iterable[Sequence[ExtractionInput]], unit: int, sizes: deque[int]
) -> Iterator[list[ExtractionInput]]:
    """The inputs of all batches in lists of `unit`; `sizes` receives the length of each batch as it is consumed."""
    gathered: list[ExtractionInput] = []
    for batch in batches:
        sizes.append(len(batch))
        gathered.extend(batch)
        while len(gathered) >= unit:
            yield gathered[:unit]
            del gathered[:unit]
    if gathered:
        yield gathered


def _rebuilt(unit: Sequence[ExtractionInput], packed: PackedUnit) -> Iterator[Extraction]:
    counts, vectors, extractions = packed
    start = 0
    for work, count, packed_one in zip(unit, counts, extractions, strict=True):
        sentences, mentions, statements, literals, candidates = packed_one
        yield Extraction(
            reading=work.reading,
            vectors=tuple(vectors[start : start + count]),
            sentences=sentences,
            mentions=mentions,
            statements=statements,
            literals=literals,
            candidates=candidates,
        )
        start += count


_extractor: Extractor | None = None


def _start(settings: ExtractionSettings) -> None:
    """Prepares a worker process: it ignores interrupts, which the parent handles, and ends when the parent does."""
    global _extractor  # one process serves one pool: the extractor is the process's own
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # The pipeline imports this module; a worker needs it only here.
    from extraction.pipeline import Pipeline  # noqa: PLC0415

    _extractor = Pipeline(settings)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _extract_unit(works: Sequence[ExtractionInput]) -> PackedUnit:
    try:
        return _packed(works)
    except (Conflict, Misconfigured, QueryError, Unavailable):
        raise
    except Exception as error:  # noqa: BLE001  whatever it is, it is told in words that can travel
        # One that cannot be rebuilt in the parent would pass there for the death of the worker.
        frame = traceback.extract_tb(error.__traceback__)[-1]
        raise QueryError(
            f"A worker of the extraction failed: {type(error).__name__} at {Path(frame.filename).name}:{frame.lineno}. "
            "This is a fault of ours; please report it."
        ) from None


def _packed(works: Sequence[ExtractionInput]) -> PackedUnit:
    if _extractor is None:
        raise Unavailable("A worker process of the extraction was used before it was ready.")
    extractions = _extractor.extract(works)
    counts = [len(extraction.vectors) for extraction in extractions]
    vectors = [vector for extraction in extractions for vector in extraction.vectors]
    return (
        counts,
        np.stack(vectors) if vectors else np.empty((0, 0), np.float32),
        [(read.sentences, read.mentions, read.statements, read.literals, read.candidates) for read in extractions],
    )
