"""Request models of rotation, and examples of its answers."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from pydantic import ConfigDict, Field

from api.rest.examples import MEMORY
from api.rest.wire import Wire
from graph.lifecycle.rotation_values import (
    Action,
    ArchivedMemory,
    ArchivePage,
    ArchiveStats,
    BackupFile,
    Recovered,
    Restored,
    RotationAlert,
    RotationDecision,
    RotationPlan,
    RotationRun,
    RunState,
    Trigger,
)
from graph.model.importance import Bucket


class Rotate(Wire):
    """Which triggers to look at."""

    model_config = ConfigDict(json_schema_extra={"examples": [{}, {"triggers": ["age", "importance"]}]})

    triggers: tuple[Trigger, ...] | None = Field(default=None, max_length=3)
    """size, age, importance; left out: all that are switched on."""


class Restore(Wire):
    """Which memories to bring back out of the archive."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"ids": [MEMORY.id]}, {"run": "01M8E0557ZZ5F35H676HM539MQ"}]}
    )

    ids: tuple[str, ...] = Field(default=(), max_length=10_000)
    """Ids of memories."""
    run: str | None = Field(default=None, max_length=200)
    """Id of a run: all that it archived."""


class Recover(Wire):
    """What to remember again out of a backup."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"backup": "01M8E0557ZZ5F35H676HM539MQ"}]})

    backup: str = Field(min_length=1, max_length=300)
    """Name of the file, or the id of the run before which it was written."""
    ids: tuple[str, ...] | None = Field(default=None, max_length=10_000)
    """Ids that memories had; left out: all that it holds."""


_AT = datetime(2026, 11, 27, 3, 0, tzinfo=UTC)
_RUN = "01M8E0557ZZ5F35H676HM539MQ"
PLAN = RotationPlan(
    at=_AT, triggers=tuple(Trigger), memories=208, keep=205, archive=3, delete=0, characters_archived=1_204,
    characters_deleted=0, reasons={"keep:recent": 190, "keep:no_rule": 15, "archive:old": 3},
    decisions=(
        RotationDecision(
            memory_id=MEMORY.id, title=MEMORY.title, action=Action.ARCHIVE, reason="old", importance=3.2,
            age_days=44.5, characters=len(MEMORY.text),
        ),
    ),
    next_after=1,
)  # fmt: skip
RUN = RotationRun(
    id=_RUN, state=RunState.DONE, triggers=tuple(Trigger), by="person", started_at=_AT,
    ended_at=_AT + timedelta(seconds=2), looked_at=208, planned=3, archived=3, deleted=0, left=0, characters=1_204,
    text_bytes=1_210, packed_bytes=640, ratio=1.891, reasons={"archive:old": 3},
    backup=f"a1b2c3d4e5f6-20261127T030000000000Z-{_RUN}.jsonl.zst", problem=None, resumed=0, alerts=(),
)  # fmt: skip
ARCHIVED = ArchivePage(
    memories=(
        ArchivedMemory(
            memory_id=MEMORY.id, title=MEMORY.title, micro_summary=MEMORY.micro_summary, archived_at=_AT,
            archived_by="rotation", rule="old", run=_RUN, importance=3.2, characters=len(MEMORY.text), packed_bytes=71,
            topics=("work", "Emily Carter"), delete_at=None,
        ),
    ),
    next_cursor=None, total=1, text_bytes=90, packed_bytes=71, ratio=1.268,
)  # fmt: skip
STATS = ArchiveStats(
    total=1, text_bytes=90, packed_bytes=71, ratio=1.268, by_month={"2026-11": 1},
    by_bucket={**dict.fromkeys(Bucket, 0), Bucket.LOW: 1}, by_topic={"Emily Carter": 1, "work": 1},
)  # fmt: skip
FAILED = replace(RUN, state=RunState.FAILED, archived=0, backup=None, problem="The disk is full.")
ALERTS = [RotationAlert(kind="failed", message="The last rotation failed: The disk is full.", at=_AT, run=_RUN)]
BACKUPS = [
    BackupFile(
        name=RUN.backup or "", path=f"/home/emily/.local/share/enishi/rotation-backups/{RUN.backup}", run=_RUN, at=_AT,
        memories=3, bytes=1_031, sha256="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", intact=True,
    )
]  # fmt: skip
RESTORED = Restored(memories=3)
RECOVERED = Recovered(restored=3, already_there=0, failed=0)
