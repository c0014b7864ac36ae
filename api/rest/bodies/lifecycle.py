"""Request models of the lifecycle of memories, and examples of its answers."""

from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import ConfigDict, Field

from api.rest.examples import MEMORY
from api.rest.wire import Wire, without_defaults
from graph.model.importance import (
    Bucket,
    BucketStats,
    ImportanceDetail,
    ImportancePart,
    Level,
    LifecycleStats,
    RankedMemory,
    Recomputed,
    StoredImportance,
    Trend,
    UsesCounted,
)


def _choosing(schema: dict[str, Any]) -> None:
    schema["examples"] = [{}, {"ids": [MEMORY.id]}]
    without_defaults(schema)


class Recompute(Wire):
    """Which memories to weigh anew."""

    model_config = ConfigDict(json_schema_extra=_choosing)

    ids: tuple[str, ...] | None = Field(default=None, max_length=10_000)
    """Ids of memories; left out: all of the user."""


class Use(Wire):
    """How a memory was of use."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"kind": "share"}]})

    kind: Literal["view", "share"] = "view"
    """view: somebody looked at it; share: it was passed on. An edit counts itself."""


_AT = datetime(2026, 11, 27, 1, 0, tzinfo=UTC)
_REASONS = ("marked_words", "recently_kept")
IMPORTANCE = ImportanceDetail(
    memory_id=MEMORY.id,
    title=MEMORY.title,
    score=4.912,
    at=_AT,
    version="3.0",
    parts=(
        ImportancePart(
            name="content",
            value=0.6513,
            weight=0.4,
            points=2.6052,
            made_of={"length": 0.5042, "structure": 0.0, "keywords": 1.0, "uniqueness": 1.0, "topic": 1.0, "mood": 1.0},
        ),
        ImportancePart(name="time", value=0.4, weight=0.2, points=0.8, made_of={"age_days": 7.0, "edits": 0}),
        ImportancePart(
            name="access", value=0.2041, weight=0.2, points=0.4082, made_of={"views": 2, "edits": 0, "shares": 0}
        ),
        ImportancePart(
            name="relation",
            value=0.48,
            weight=0.15,
            points=0.72,
            made_of={"leads_to": 1, "led_from": 1, "entities": 4, "facts": 1, "addresses": 0, "documents": 0},
        ),
        ImportancePart(name="user", value=0.8, weight=0.05, points=0.4, made_of={"rating": 4}),
    ),
    adjustment=1.0,
    bucket=Bucket.MEDIUM,
    level=Level.LOW,
    trend=Trend.DECLINING,
    change=-0.8,
    reasons=_REASONS,
    repeats=None,
    stored=StoredImportance(
        score=5.712,
        at=MEMORY.created_at,
        version="3.0",
        parts={"content": 0.6513, "time": 0.8, "access": 0.2041, "relation": 0.48, "user": 0.8},
    ),
    waits=False,
)
LIFECYCLE_STATS = LifecycleStats(
    memories=1,
    mean=4.912,
    median=4.912,
    deviation=0.0,
    buckets=(
        BucketStats(bucket=Bucket.CRITICAL, least=9.0, count=0, first=()),
        BucketStats(bucket=Bucket.HIGH, least=7.0, count=0, first=()),
        BucketStats(
            bucket=Bucket.MEDIUM,
            least=4.0,
            count=1,
            first=(RankedMemory(memory_id=MEMORY.id, title=MEMORY.title, score=4.912, reasons=_REASONS),),
        ),
        BucketStats(bucket=Bucket.LOW, least=1.0, count=0, first=()),
        BucketStats(bucket=Bucket.MINIMAL, least=0.0, count=0, first=()),
    ),
    trends={Trend.RISING: 0, Trend.DECLINING: 1, Trend.STABLE: 0},
    waiting=0,
    at=_AT,
    version="3.0",
)
RECOMPUTED = Recomputed(memories=208, changed=37)
USES_COUNTED = UsesCounted(memories=1)
