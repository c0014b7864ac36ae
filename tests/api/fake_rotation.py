"""The part of the small knowledge that rotates: the real rules over what little it keeps."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from api.rest.bodies import rotation as examples
from graph.errors import NotFound
from graph.knowledge import Knowledge
from graph.lifecycle.rotation_rules import Candidate, planned
from graph.lifecycle.rotation_values import (
    Action,
    ArchivedMemory,
    ArchivePage,
    ArchiveStats,
    BackupFile,
    Recovered,
    Restored,
    RotationAlert,
    RotationPlan,
    RotationRun,
    Trigger,
)
from graph.model.memory import Memory
from graph.model.types import Status
from graph.rotation.rotation import Rotation
from graph.rotation_settings import AgeTriggerSettings, RotationSettings

LATER = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
SETTINGS = RotationSettings(age=AgeTriggerSettings(below=6))


class FakeRotation(Knowledge):
    """Rotates as of a day on which all that was kept is old. It tells the `rotation_alerts`.

    `due` is how often it was asked.
    """

    def __init__(self) -> None:
        self.rotation_alerts: tuple[RotationAlert, ...] = ()
        self.due = 0

    @abstractmethod
    def all_of(self, user_id: str) -> list[Memory]:
        """All memories of a user."""

    def rotation(self, user_id: str) -> Rotation:
        return _Area(self, user_id)

    def rotate_due(self) -> int:
        self.due += 1
        return 0

    def back_up_due(self) -> int:
        self.due += 1
        return 0


class _Area(Rotation):
    def __init__(self, knowledge: FakeRotation, user_id: str) -> None:
        self._knowledge = knowledge
        self._user_id = user_id

    def plan(
        self,
        *,
        triggers: Sequence[Trigger] | None = None,
        action: Action | None = None,
        limit: int = 100,
        after: int = 0,
    ) -> RotationPlan:
        candidates = [
            Candidate(
                memory_id=memory.id, title=memory.title, importance=memory.importance, characters=len(memory.text),
                touched_at=memory.created_at.timestamp(), pinned=memory.pinned,
            )
            for memory in self._of(Status.ACTIVE)
        ]  # fmt: skip
        chosen = tuple(triggers or Trigger)
        decisions = planned(candidates, SETTINGS, chosen, 2.0, LATER)
        numbers = Counter(each.action for each in decisions)
        shown = [each for each in decisions if action is None or each.action is action]
        return RotationPlan(
            at=LATER, triggers=chosen, memories=len(decisions), keep=numbers[Action.KEEP],
            archive=numbers[Action.ARCHIVE], delete=numbers[Action.DELETE], characters_archived=0,
            characters_deleted=0, reasons=Counter(f"{each.action}:{each.reason}" for each in decisions),
            decisions=tuple(shown[after : after + limit]),
            next_after=after + limit if after + limit < len(shown) else None,
        )  # fmt: skip

    def run(self, *, triggers: Sequence[Trigger] | None = None, by: str = "person") -> RotationRun:
        due = self.plan(triggers=triggers, action=Action.ARCHIVE).decisions
        for each in due:
            self._knowledge.archive(self._user_id, each.memory_id)
        return replace(examples.RUN, archived=len(due), triggers=tuple(triggers or Trigger), by=by)

    def archived(self, **asked: Any) -> ArchivePage:
        memories = self._of(Status.ARCHIVED)[: asked.get("limit", 20)]
        return replace(
            examples.ARCHIVED, total=len(memories),
            memories=tuple(
                ArchivedMemory(
                    memory_id=memory.id, title=memory.title, micro_summary=memory.micro_summary, archived_at=LATER,
                    archived_by="person", rule=None, run=None, importance=memory.importance,
                    characters=len(memory.text), packed_bytes=9, topics=memory.tags, delete_at=None,
                )
                for memory in memories
            ),
        )  # fmt: skip

    def archive_stats(self) -> ArchiveStats:
        return replace(examples.STATS, total=len(self._of(Status.ARCHIVED)))

    def restore(self, ids: Sequence[str] = (), *, run: str | None = None) -> Restored:
        wanted = [*ids, *(memory.id for memory in self._of(Status.ARCHIVED) if run)]
        for identity in wanted:
            self._knowledge.restore(self._user_id, identity)
        return Restored(memories=len(wanted))

    def history(self, *, limit: int = 20) -> tuple[RotationRun, ...]:
        return (examples.FAILED, examples.RUN)[:limit]

    def backups(self) -> tuple[BackupFile, ...]:
        return tuple(examples.BACKUPS)

    def recover(self, name: str, ids: Sequence[str] | None = None) -> Recovered:
        if name not in (examples.RUN.id, examples.RUN.backup):
            raise NotFound("backup", name)
        return replace(examples.RECOVERED, restored=3 if ids is None else len(ids))

    def alerts(self) -> tuple[RotationAlert, ...]:
        return self._knowledge.rotation_alerts

    def _of(self, status: Status) -> list[Memory]:
        return [memory for memory in self._knowledge.all_of(self._user_id) if memory.status is status]
