"""What was computed of a user's graph, kept for a while, and never after the graph has changed.

Each value is kept with the version of the graph that it was computed from (`network/version`: `user.writes` grows with
every write, also of background work): a value of another version is none. Besides that it goes when it is too old, or
was used longest ago among too many. However many ask for it at once, it is computed once.
"""

import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, fields, is_dataclass
from threading import Lock
from typing import Any, Generic, TypeVar, cast

import numpy as np

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Kept(Generic[T]):
    version: Hashable
    until: float
    size: int
    value: T


class VersionedCache(Generic[T]):
    """Values by key and version, the least recently used going first. Safe to share between threads."""

    def __init__(
        self,
        *,
        seconds: float,
        entries: int,
        size_most: int | None = None,
        size: Callable[[T], int] = lambda _: 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Keeps `entries` values for `seconds` each, in all of `size_most` bytes by `size`."""
        self._seconds = seconds
        self._entries = entries
        self._size_most = size_most
        self._size = size
        self._clock = clock
        self._kept: OrderedDict[Hashable, _Kept[T]] = OrderedDict()
        self._making: dict[tuple[Hashable, Hashable], Future[T]] = {}
        self._held = 0
        self.hits = 0
        self.misses = 0
        self._lock = Lock()

    def get(self, key: Hashable, version: Hashable, make: Callable[[], T]) -> T:
        """The value that is kept of this version, or the one that `make` makes now.

        Who asks while it is being made waits for it, and shares its failure; where the thread that makes it is ended
        (KeyboardInterrupt, SystemExit), which is no failure of the value, another of them makes it.
        """
        while True:
            with self._lock:
                kept = self._kept.get(key)
                if kept is not None and kept.version == version and kept.until > self._clock():
                    self._kept.move_to_end(key)
                    self.hits += 1
                    return kept.value
                making = self._making.get((key, version))
                if making is not None:
                    self.hits += 1
                else:
                    self.misses += 1
                    self._making[key, version] = Future[T]()
            if making is None:
                return self._made(key, version, make)
            try:
                return making.result()
            except CancelledError:
                if not making.cancelled():
                    raise

    def __len__(self) -> int:
        return len(self._kept)

    def _made(self, key: Hashable, version: Hashable, make: Callable[[], T]) -> T:
        making = self._making[key, version]
        try:
            value = make()
            self._keep(key, version, value)
        except BaseException as error:
            # Whatever ends the work of this thread, those who wait for it must not wait for ever.
            self._end_making(key, version)
            if isinstance(error, Exception):
                making.set_exception(error)
            else:
                making.cancel()
            raise
        self._end_making(key, version)
        making.set_result(value)
        return value

    def _end_making(self, key: Hashable, version: Hashable) -> None:
        """Has nobody wait any more for a value: before those who do are answered, of whom one may make it anew."""
        with self._lock:
            del self._making[key, version]

    def _keep(self, key: Hashable, version: Hashable, value: T) -> None:
        size = self._size(value)
        with self._lock:
            self._drop(key)
            if self._size_most is None or size <= self._size_most:
                self._kept[key] = _Kept(version, self._clock() + self._seconds, size, value)
                self._held += size
                while len(self._kept) > self._entries or (self._size_most is not None and self._held > self._size_most):
                    self._drop(next(iter(self._kept)))

    def _drop(self, key: Hashable) -> None:
        kept = self._kept.pop(key, None)
        if kept is not None:
            self._held -= kept.size


def bytes_of(value: object) -> int:
    """How many bytes a value takes with all that it holds: arrays by their numbers, others by what Python gives them.

    What is held twice counts twice. A number, a text and None hold nothing else.
    """
    match value:
        case np.ndarray():
            return cast("np.ndarray[Any, Any]", value).nbytes
        case tuple() | list() | set() | frozenset():
            inner = list(cast("tuple[object, ...]", value))
        case Mapping():
            inner = [each for item in cast("Mapping[object, object]", value).items() for each in item]
        case _ if is_dataclass(value):
            inner = [getattr(value, field.name) for field in fields(value)]
        case _:
            inner = []
    return sys.getsizeof(value) + sum(map(bytes_of, inner))
