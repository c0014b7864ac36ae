"""Vectors of questions with an LRU cache and batching of concurrent requests."""

from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from threading import Event, Lock
from typing import Final

import numpy as np

from extraction.encoder.protocol import Embeds
from extraction.settings.encoder import VectorSettings
from graph.model.extraction import EmbeddingModel, Vector

_MOST_PER_RUN: Final = 32
"""Questions of one run at most; more only make the first of them wait."""
_ENTRY_OVERHEAD: Final = 256
"""Bytes of a cache entry beside the vector."""
_MEBIBYTE: Final = 1024 * 1024


class VectorCache:
    """An LRU cache of vectors, bounded in number and bytes.

    The key is a hash of model and question, so that no text is held. Safe to share between threads.
    """

    def __init__(self, most: int, most_bytes: int) -> None:
        self._most = most
        self._most_bytes = most_bytes
        self._cache: OrderedDict[bytes, Vector] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._cache)

    @property
    def held_bytes(self) -> int:
        """The approximate memory of the cache."""
        return self._bytes

    def get(self, key: bytes) -> Vector | None:
        """The cached vector of a key, which becomes the most recently used."""
        with self._lock:
            vector = self._cache.get(key)
            if vector is not None:
                self._cache.move_to_end(key)
            return vector

    def put(self, key: bytes, vector: Vector) -> None:
        """Caches a vector and evicts the least recently used ones beyond the bounds."""
        with self._lock:
            before = self._cache.pop(key, None)
            self._bytes += _size(vector) - (0 if before is None else _size(before))
            self._cache[key] = vector
            while self._cache and (len(self._cache) > self._most or self._bytes > self._most_bytes):
                _, dropped = self._cache.popitem(last=False)
                self._bytes -= _size(dropped)


def _size(vector: Vector) -> int:
    return vector.nbytes + _ENTRY_OVERHEAD


def _key(model: EmbeddingModel, text: str) -> bytes:
    identity = "\x00".join((model.name, model.version, str(model.dimensions), model.query_prefix, text))
    return blake2b(identity.encode("utf-8", "replace"), digest_size=16).digest()


@dataclass(slots=True, eq=False)
class _PendingQuestion:
    """A question in flight: woken with its vector, or without one to make it itself."""

    key: bytes
    text: str
    alone: bool = False
    vector: Vector | None = None
    woken: Event = field(default_factory=Event)


class QuestionVectors:
    """Embeds questions. Safe to share between threads.

    Cached questions cost nothing. Up to `question_runs` runs are under way at once; a further caller waits for one of
    them to end and shares the next with all who wait. No caller waits to fill a batch.
    """

    def __init__(self, embedder: Embeds, settings: VectorSettings) -> None:
        self._embedder = embedder
        self._cache = VectorCache(settings.questions_kept, settings.questions_kept_mb * _MEBIBYTE)
        self._free = settings.question_runs
        self._waiting: deque[_PendingQuestion] = deque()
        self._lock = Lock()

    @property
    def waiting(self) -> int:
        """How many questions wait for a run."""
        return len(self._waiting)

    def of(self, text: str) -> Vector:
        """The unit vector of a question, read-only. Raises what the embedder raises."""
        key = _key(self._embedder.model, text)
        cached = self._cache.get(key)
        if cached is not None:
            return cached
        question = _PendingQuestion(key, text)
        with self._lock:
            waits = self._free == 0
            if waits:
                self._waiting.append(question)
            else:
                self._free -= 1
        if waits:
            question.woken.wait()
        if question.vector is None and not question.alone:
            self._run(question)
        # Where a run of several failed, each tries alone: nobody answers for a neighbour's question.
        return self._embedded([question])[0] if question.vector is None else question.vector

    def _run(self, question: _PendingQuestion) -> None:
        """Runs this question together with those that wait, then hands the run to the next one that waits."""
        with self._lock:
            count = min(len(self._waiting), _MOST_PER_RUN - 1)
            batch = [question, *(self._waiting.popleft() for _ in range(count))]
        try:
            self._answer(batch)
        except Exception:
            if len(batch) == 1:
                raise
        finally:
            for pending in batch:
                pending.alone = pending.vector is None
                pending.woken.set()
            with self._lock:
                following = self._waiting.popleft() if self._waiting else None
                if following is None:
                    self._free += 1
            if following is not None:
                following.woken.set()

    def _answer(self, batch: Sequence[_PendingQuestion]) -> None:
        fresh: dict[bytes, _PendingQuestion] = {}
        for pending in batch:
            # Somebody else's run may have made it in the meantime.
            pending.vector = self._cache.get(pending.key)
            if pending.vector is None:
                fresh.setdefault(pending.key, pending)
        if fresh:
            vectors = dict(zip(fresh, self._embedded(list(fresh.values())), strict=True))
            for pending in batch:
                pending.vector = vectors.get(pending.key) if pending.vector is None else pending.vector

    def _embedded(self, questions: Sequence[_PendingQuestion]) -> list[Vector]:
        """The vectors of questions, cached; rows are copied, so that no batch stays in memory for one of its rows."""
        vectors = [np.array(row) for row in self._embedder.queries([question.text for question in questions])]
        for question, vector in zip(questions, vectors, strict=True):
            vector.setflags(write=False)
            self._cache.put(question.key, vector)
        return vectors
