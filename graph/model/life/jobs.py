"""Jobs: files that are ingested, each with what became of it, from the first line to the last."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any


class JobStatus(StrEnum):
    """Where a job stands. The last four are ends."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    """It could not be carried on; what it kept before is kept."""
    CANCELLED = "cancelled"
    """Somebody stopped it; what it kept before is kept."""
    CUT_OFF = "cut_off"
    """Its process is gone without a word, as after `kill -9`. The same ingest again goes on where it was."""

    @property
    def ended(self) -> bool:
        """Whether nothing more will come of it."""
        return self not in (JobStatus.QUEUED, JobStatus.RUNNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobCounts:
    """What became of the items of a source so far; `total` where it was counted before."""

    remembered: int = 0
    already_there: int = 0
    replaced: int = 0
    failed: int = 0
    left_out: int = 0
    total: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One ingest of one file or folder. `source` is what it was called, `place` by which path it is known.

    `by` is the door it came through, `upload` the name of a file that was sent, `options` how it is read.
    """

    id: str
    user_id: str
    source: str
    place: str
    by: str
    status: JobStatus
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    upload: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    starts: int = 0
    """How often it was begun: more than once where a server ended in the middle of it."""
    counts: JobCounts = JobCounts()
    read_as: str = ""
    failures: tuple[str, ...] = ()
    """Files of this machine in which what failed can be mended."""
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobLine:
    """One line of the log of a job: "failed", "notes/a.md, 12: …". It holds no text of a memory."""

    at: datetime
    event: str
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobsCounted:
    """For monitoring: the jobs of all users by status, and by outcome the items of those that have ended."""

    jobs: Mapping[str, int]
    items: Mapping[str, int]
    seconds: float
    """Time that the ended ones took in all."""
