"""Measures the graphs of a process's database for `/metrics`: counted at most once in a while, whoever asks."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from graph.care.observed import Observed
from graph.care_settings import CareSettings
from graph.db.store import Store
from graph.db.type_catalogue import SYMMETRIC
from graph.db.values import value_of
from graph.lifecycle.distribution import bucket_floors
from graph.model.care.metrics import Activity, GraphCounts, Measured
from graph.network.areas import Networks
from graph.settings import LevelSettings

EVERYBODY: Final = ""
"""Under what name counts stand that are summed over all users."""
_GROWTH: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureParts:
    """What measuring is made of."""

    store: Store
    settings: CareSettings
    levels: LevelSettings
    networks: Networks
    observed: Observed
    clock: Callable[[], datetime]


class Measuring:
    """Measures for one process. Safe to share between threads: they wait for one count rather than count too."""

    def __init__(self, parts: MeasureParts) -> None:
        self._parts = parts
        self._lock = Lock()
        self._last: Measured | None = None

    def measured(self) -> Measured:
        """Counts of all graphs, not older than the settings say, and what the process did until now."""
        parts, now = self._parts, self._parts.clock()
        with self._lock:
            last = self._last
            if last is None or now - last.at >= timedelta(seconds=parts.settings.metrics.seconds):
                last = self._last = self._counted(now)
        return replace(last, activity=self._activity())

    def of(self, user_id: str) -> GraphCounts:
        """The counts of one user's graph, now."""
        return self._counts(user_id, self._parts.clock())

    def _counted(self, now: datetime) -> Measured:
        settings = self._parts.settings.metrics
        rows = self._parts.store.read("rotation/users", after="", limit=settings.users_most)
        graphs: dict[str, GraphCounts] = {}
        for row in rows:
            name = row["user_id"] if settings.per_user else EVERYBODY
            graphs[name] = graphs.get(name, GraphCounts()) + self._counts(row["user_id"], now)
        return Measured(graphs=graphs, users=len(rows), floors=self._floors(), at=now, activity=self._activity())

    def _counts(self, user_id: str, now: datetime) -> GraphCounts:
        parts = self._parts
        given = {"since": now - _GROWTH, "symmetric": SYMMETRIC, "floors": list(self._floors())}
        row = parts.store.read("care/quality", user_id=user_id, **given)[0]
        judged_since = now - timedelta(days=parts.settings.feedback.days)
        said_of = parts.store.read("feedback/stats", user_id=user_id, since=judged_since)[0]
        runs = [each["run"] for each in parts.store.read("rotation/runs", user_id=user_id, limit=1)]
        rotated = sum((run.get("archived") or 0) + (run.get("deleted") or 0) for run in runs)
        return value_of(
            GraphCounts, row, components=parts.networks.components(user_id), rotated=rotated,
            planned=rotated + sum(run.get("left") or 0 for run in runs), feedback_judged=said_of["judged"],
            feedback_succeeded=said_of["succeeded"], feedback_scored=said_of["scored"],
            feedback_score_sum=said_of["score_sum"],
        )  # fmt: skip

    def _floors(self) -> tuple[float, ...]:
        return tuple(sorted(bucket_floors(self._parts.levels).values()))

    def _activity(self) -> Activity:
        observed = self._parts.observed
        failures, in_a_row = observed.failures
        hits, misses = self._parts.networks.cache_counts()
        return Activity(
            searches=observed.searches, index_updates=observed.index_updates, indexing_failures=failures,
            failures_in_a_row=in_a_row, cache_hits=hits, cache_misses=misses,
        )  # fmt: skip
