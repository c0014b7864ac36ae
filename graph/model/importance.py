"""The values that tell how much memories matter: parts, buckets, trends, and what a recompute did."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class UseKind(StrEnum):
    """How a memory was used: looked at, changed, or passed on to somebody."""

    VIEW = "view"
    EDIT = "edit"
    SHARE = "share"


class Bucket(StrEnum):
    """Where an importance stands among all, for statistics; highest first."""

    CRITICAL = "critical"
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    MINIMAL = "minimal"


class Level(StrEnum):
    """What an importance means for keeping a memory; highest first."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    NEGLIGIBLE = "negligible"
    ARCHIVE = "archive"


class Trend(StrEnum):
    """Where the importance of a memory has been going."""

    RISING = "rising"
    DECLINING = "declining"
    STABLE = "stable"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportancePart:
    """One of the five parts: its value (0–1), what it weighs, its points of the score, and what it is made of."""

    name: str
    value: float
    weight: float
    points: float
    made_of: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredImportance:
    """What lists, filters and recall go by: the score as it was computed last, and the parts it had then."""

    score: float
    at: datetime
    version: str | None
    parts: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportanceDetail:
    """How much a memory matters now, and why. The sum of the points, times `adjustment`, is the score.

    With min–max normalisation the score is where that product lies between those of the user's memories.
    """

    memory_id: str
    title: str
    score: float
    at: datetime
    version: str
    parts: tuple[ImportancePart, ...]
    adjustment: float
    bucket: Bucket
    level: Level
    trend: Trend
    change: float
    """By how much it rose or fell in the days that a trend looks back."""
    reasons: tuple[str, ...]
    repeats: str | None
    """The id of the earlier memory that says nearly the same."""
    stored: StoredImportance
    waits: bool
    """Whether something has changed since the stored score was computed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedMemory:
    """One of the first memories of a bucket."""

    memory_id: str
    title: str
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BucketStats:
    """How many memories have an importance from `least` on, below the next bucket, and the first of them."""

    bucket: Bucket
    least: float
    count: int
    first: tuple[RankedMemory, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LifecycleStats:
    """How the importance of a user's active memories is distributed now; `waiting` were changed since it was stored."""

    memories: int
    mean: float
    median: float
    deviation: float
    buckets: tuple[BucketStats, ...]
    trends: Mapping[Trend, int]
    waiting: int
    at: datetime
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recomputed:
    """How many memories were weighed, and how many of them have another score than before."""

    memories: int
    changed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UsesCounted:
    """How many memories a use was counted of."""

    memories: int
