"""The values of rotation: what is decided of each memory and why, what a run did, what lies in the archive."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graph.model.importance import Bucket


class Trigger(StrEnum):
    """Why a rotation looks: too much is kept, untouched for long, hardly matters."""

    SIZE = "size"
    AGE = "age"
    IMPORTANCE = "importance"


class Action(StrEnum):
    """What a rotation does with a memory."""

    KEEP = "keep"
    ARCHIVE = "archive"
    DELETE = "delete"


class RunState(StrEnum):
    """How far a run has come."""

    PLANNING = "planning"
    BACKING_UP = "backing_up"
    ARCHIVING = "archiving"
    DELETING = "deleting"
    DONE = "done"
    FAILED = "failed"


class ArchiveOrder(StrEnum):
    """How the archive is listed: what was put away last first, or the most important first."""

    ARCHIVED = "archived"
    IMPORTANCE = "importance"


@dataclass(frozen=True, slots=True, kw_only=True)
class RotationDecision:
    """What a rotation does with one memory, and the name of the reason, such as `pinned` or `low_importance`.

    `age_days` are those since it was kept, changed or used last; of an archived memory those since it was put away.
    """

    memory_id: str
    title: str
    action: Action
    reason: str
    importance: float
    age_days: float
    characters: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RotationPlan:
    """What a run would do now. `reasons` counts memories by `action:reason`; `decisions` are a page of all of them.

    `next_after` is the position from which the next page begins; None after the last.
    """

    at: datetime
    triggers: tuple[Trigger, ...]
    memories: int
    keep: int
    archive: int
    delete: int
    characters_archived: int
    characters_deleted: int
    reasons: Mapping[str, int]
    decisions: tuple[RotationDecision, ...]
    next_after: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RotationRun:
    """What one run did, or how far it has come. `ratio` is the size of the texts over that of the packed ones.

    `left` were planned and then not touched: somebody changed, pinned or forgot them meanwhile. `resumed` says how
    often another process took the run over.
    """

    id: str
    state: RunState
    triggers: tuple[Trigger, ...]
    by: str
    started_at: datetime
    ended_at: datetime | None
    looked_at: int
    planned: int
    archived: int
    deleted: int
    left: int
    characters: int
    text_bytes: int
    packed_bytes: int
    ratio: float
    reasons: Mapping[str, int]
    backup: str | None
    problem: str | None
    resumed: int
    alerts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedMemory:
    """One memory of the archive; `topics` are its project, category, tags and the entities it is about."""

    memory_id: str
    title: str
    micro_summary: str
    archived_at: datetime
    archived_by: str
    rule: str | None
    run: str | None
    importance: float
    characters: int
    packed_bytes: int
    topics: tuple[str, ...]
    delete_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivePage:
    """Some memories of the archive, and the room that all of it takes: `ratio` is `text_bytes` over `packed_bytes`."""

    memories: tuple[ArchivedMemory, ...]
    next_cursor: str | None
    total: int
    text_bytes: int
    packed_bytes: int
    ratio: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveStats:
    """How the archive is made up: its memories by month, by bucket of importance, and by the most frequent topics."""

    total: int
    text_bytes: int
    packed_bytes: int
    ratio: float
    by_month: Mapping[str, int]
    by_bucket: Mapping[Bucket, int]
    by_topic: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupFile:
    """A file that was written before a run, and whether it is as it was written."""

    name: str
    path: str
    run: str
    at: datetime
    memories: int
    bytes: int
    sha256: str
    intact: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """How many memories came back out of the archive."""

    memories: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """What was brought back out of a backup: memories that are here again, and those that were there anyway."""

    restored: int
    already_there: int
    failed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RotationAlert:
    """Something about rotation that a person should know: its kind, the words, and since when."""

    kind: str
    message: str
    at: datetime
    run: str | None = None
