"""The part of the small knowledge that weighs memories: by the real formula, over what little it keeps."""

from abc import abstractmethod
from collections.abc import Sequence
from datetime import UTC, datetime

from graph.errors import Invalid, NotFound
from graph.knowledge import Knowledge
from graph.lifecycle.distribution import bucket_floors, bucket_of, level_of, spread
from graph.lifecycle.importance import PARTS, VERSION, Importance, Life, Ties, importance
from graph.model.importance import (
    BucketStats,
    ImportanceDetail,
    ImportancePart,
    LifecycleStats,
    Recomputed,
    StoredImportance,
    Trend,
    UseKind,
    UsesCounted,
)
from graph.model.memory import Memory
from graph.settings import ImportanceSettings

NOW = datetime(2026, 10, 2, 9, 0, tzinfo=UTC)
SETTINGS = ImportanceSettings()


class FakeLifecycle(Knowledge):
    """Weighs texts and ratings alone. `to_weigh` is how much waits for the background, `uses` what was counted."""

    def __init__(self) -> None:
        self.to_weigh = 0
        self.uses: list[tuple[str, UseKind]] = []

    @abstractmethod
    def of_user(self, user_id: str) -> list[Memory]:
        """The memories of a user."""

    @abstractmethod
    def owned(self, user_id: str, memory_id: str) -> Memory:
        """One of them. Raises NotFound."""

    def importance(self, user_id: str, memory_id: str) -> ImportanceDetail:
        memory = self.owned(user_id, memory_id)
        weight = _weight(memory)
        score = weight.score(SETTINGS)
        return ImportanceDetail(
            memory_id=memory.id, title=memory.title, score=score, at=NOW, version=VERSION,
            parts=tuple(
                ImportancePart(
                    name=name, value=getattr(weight, name), weight=(share := getattr(SETTINGS.weights, name)),
                    points=10 * share * getattr(weight, name), made_of={"signs": 1},
                )
                for name in PARTS
            ),
            adjustment=1.0, bucket=bucket_of(score, SETTINGS.levels), level=level_of(score, SETTINGS.levels),
            trend=Trend.STABLE, change=0.0, reasons=("recently_kept",), repeats=None,
            stored=StoredImportance(score=memory.importance, at=memory.created_at, version=VERSION, parts={}),
            waits=True,
        )  # fmt: skip

    def lifecycle_stats(self, user_id: str) -> LifecycleStats:
        scores = [_weight(memory).score(SETTINGS) for memory in self.of_user(user_id)]
        figures = spread(scores)
        buckets = [bucket_of(score, SETTINGS.levels) for score in scores]
        return LifecycleStats(
            memories=len(scores), mean=figures.mean, median=figures.median, deviation=figures.deviation,
            buckets=tuple(
                BucketStats(bucket=bucket, least=least, count=buckets.count(bucket), first=())
                for bucket, least in bucket_floors(SETTINGS.levels).items()
            ),
            trends={Trend.RISING: 0, Trend.DECLINING: 0, Trend.STABLE: len(scores)}, waiting=len(scores), at=NOW,
            version=VERSION,
        )  # fmt: skip

    def recompute_importance(self, user_id: str, ids: Sequence[str] | None = None) -> Recomputed:
        memories = self.of_user(user_id) if ids is None else [self.owned(user_id, identity) for identity in ids]
        return Recomputed(memories=len(memories), changed=0)

    def weigh_pending(self, *, limit: int = 200) -> int:
        done = min(limit, self.to_weigh)
        self.to_weigh -= done
        return done

    def use(self, user_id: str, ids: Sequence[str], *, kind: UseKind = UseKind.VIEW) -> UsesCounted:
        if kind is UseKind.EDIT:
            raise Invalid("kind", "an edit counts itself.", allowed="view, share")
        there = {memory.id for memory in self.of_user(user_id)}
        for identity in ids:
            if identity not in there:
                raise NotFound("memory", identity)
            self.uses.append((identity, kind))
        return UsesCounted(memories=len(ids))


def _weight(memory: Memory) -> Importance:
    return importance(memory.text, Life(kept_at=memory.created_at, rating=memory.rating), Ties(), NOW, SETTINGS)
