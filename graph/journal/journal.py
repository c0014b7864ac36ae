"""Makes the steps that record an act within its transaction: an event without any text, and what a memory was before.

An event is there when what it tells of is, and not otherwise: both are one transaction.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, cast

from graph.db.row import Row
from graph.db.store import Step
from graph.journal.actor import actor
from graph.model.life.journal import Act
from graph.settings import JournalSettings

_IDS_MOST: Final = 100
"""Ids of memories that one event names."""


class Journal:
    """Makes steps. One for a process; safe to share between threads."""

    def __init__(self, settings: JournalSettings, clock: Callable[[], datetime], new_id: Callable[[], str]) -> None:
        self._settings = settings
        self._clock = clock
        self._new_id = new_id

    def event(
        self,
        act: Act,
        ids: Sequence[str] = (),
        *,
        subject: str | None = None,
        fields: Collection[str] = (),
        number: int | None = None,
    ) -> Row:
        """The parameters by which a statement records one act (`event/_record`); `number` where no ids tell it."""
        now = self._clock()
        row: Row = {
            "id": self._new_id(), "kind": act.value, "by": actor(), "number": len(ids) if number is None else number,
            "memory_ids": list(ids[:_IDS_MOST]), "subject": subject, "fields": sorted(fields),
        }  # fmt: skip
        most = self._settings.events_most
        oldest = now - timedelta(days=self._settings.event_days)
        return {"events": [row], "events_at": now, "events_since": oldest, "events_most": most}

    def step(
        self,
        user_id: str,
        act: Act,
        ids: Sequence[str] = (),
        *,
        subject: str | None = None,
        fields: Collection[str] = (),
        number: int | None = None,
    ) -> Step:
        """The step that records one act within the transaction that does it; repeated, it adds nothing."""
        recorded = self.event(act, ids, subject=subject, fields=fields, number=number)
        return Step("event/record", {"user_id": user_id, **recorded})

    def changed(
        self,
        user_id: str,
        memory_id: str,
        act: Act,
        before: Mapping[str, object],
        *,
        title: str | None = None,
        other: str | None = None,
        into: str | None = None,
        recorded: bool = True,
    ) -> tuple[Step, ...]:
        """The steps that keep what a memory was before an act, and record the act; none where nothing changes.

        `before` are the values of the fields that change, as `graph.journal.versions` writes them; `title` is the one
        that was shown. The text stays a property of its own, where a person who looks into the database reads it. Of a
        merge, `other` went `into` another memory: one event for both, which is `recorded` with one of them.
        """
        if not before and other is None:
            return ()
        rest = {name: value for name, value in before.items() if name != "text"}
        version: Row = {
            "act": act.value, "by": actor(), "fields": sorted(before), "other": other, "into": into,
            "text": before.get("text"), "title": title,
            "before": json.dumps(rest, ensure_ascii=False) if rest else None,
        }  # fmt: skip
        ids = [memory_id] if other is None else [str(into), other]
        keeping = self._keeping(user_id, [memory_id], version)
        return (keeping, self.step(user_id, act, ids, fields=before.keys())) if recorded else (keeping,)

    def moved(self, user_id: str, ids: Sequence[str], act: Act, before: str) -> tuple[Step, ...]:
        """The steps that keep which status many memories had before one act, and record it; none for no memories.

        One statement writes all versions. An event names at most a hundred memories, so that each can be found by it.
        """
        if not ids:
            return ()
        version: Row = {
            "act": act.value, "by": actor(), "fields": ["status"], "before": json.dumps({"status": before}),
        }  # fmt: skip
        parts = [ids[first : first + _IDS_MOST] for first in range(0, len(ids), _IDS_MOST)]
        events = [self.event(act, part, fields=["status"]) for part in parts]
        rows = [row for event in events for row in cast("Sequence[Row]", event["events"])]
        recording = Step("event/record", {"user_id": user_id, **events[0], "events": rows})
        return self._keeping(user_id, ids, version), recording

    def _keeping(self, user_id: str, ids: Sequence[str], version: Row) -> Step:
        rows: list[Row] = [{"memory_id": memory_id, "id": self._new_id(), "properties": version} for memory_id in ids]
        most = self._settings.versions_most
        return Step("memory/keep_version", {"user_id": user_id, "versions": rows, "now": self._clock(), "most": most})
