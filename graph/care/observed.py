"""What this process does, counted as it goes: searches and their times, index updates, failures of indexing."""

import time
from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Final

from graph.model.care.metrics import BOUNDS_S, SearchTimes

_RECENT_MOST: Final = 10_000


class Observed:
    """Counters of one process. Safe to share between threads; counting takes a microsecond."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._times: dict[str, list[int]] = {}
        self._seconds: dict[str, float] = defaultdict(float)
        self._recent: deque[tuple[float, float]] = deque(maxlen=_RECENT_MOST)
        self._updates: Counter[str] = Counter()
        self._failures = 0
        self._in_a_row = 0

    @contextmanager
    def search(self, mode: str) -> Generator[None]:
        """Counts the search inside the block and takes its time; one that is refused counts for nothing."""
        started = self._clock()
        yield
        ended = self._clock()
        with self._lock:
            bounds = self._times.setdefault(mode, [0] * (len(BOUNDS_S) + 1))
            bounds[bisect_left(BOUNDS_S, ended - started)] += 1
            self._seconds[mode] += ended - started
            self._recent.append((ended, ended - started))

    def updated(self, kind: str) -> None:
        """Counts an update of an index."""
        with self._lock:
            self._updates[kind] += 1

    def indexed(self, *, failed: bool) -> None:
        """Counts a round of indexing that failed, or notes that one went well."""
        with self._lock:
            self._failures += failed
            self._in_a_row = self._in_a_row + 1 if failed else 0

    @property
    def searches(self) -> Mapping[str, SearchTimes]:
        """Searches by mode."""
        with self._lock:
            return {
                mode: SearchTimes(
                    within=tuple(sum(bounds[: place + 1]) for place in range(len(BOUNDS_S))), count=sum(bounds),
                    seconds=self._seconds[mode],
                )
                for mode, bounds in self._times.items()
            }  # fmt: skip

    @property
    def index_updates(self) -> Mapping[str, int]:
        """Updates of indexes by kind."""
        with self._lock:
            return dict(self._updates)

    @property
    def failures(self) -> tuple[int, int]:
        """Failures of indexing, all and those in a row up to now."""
        with self._lock:
            return self._failures, self._in_a_row

    def mean_s(self, window_s: float, least: int) -> float | None:
        """The mean time of the searches of late; None where there were too few."""
        since = self._clock() - window_s
        with self._lock:
            times = [seconds for ended, seconds in self._recent if ended >= since]
        return sum(times) / len(times) if len(times) >= least else None
