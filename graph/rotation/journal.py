"""Who is at the rotation of a user and how far its run has come: a lease that runs out, and a node a run.

A process that is killed leaves both as they are. Once its lease has run out the next takes the run over, decides anew
what is still to be done, and goes on under the same id: what was archived is archived, and counted once.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from graph.db.row import Row
from graph.db.store import Runs, Store
from graph.db.values import moment
from graph.errors import Conflict
from graph.lifecycle.rotation_values import RotationRun, RunState, Trigger

COUNTS: Final = ("archived", "deleted", "left", "characters", "text_bytes", "packed_bytes")
"""What is counted of a run."""


class RotationJournal:
    """Takes, holds and gives up the rotation of one user, and notes what its runs do."""

    def __init__(self, store: Store, user_id: str, clock: Callable[[], datetime], *, lease_s: float) -> None:
        self._store = store
        self._user_id = user_id
        self._clock = clock
        self._lease = timedelta(seconds=lease_s)

    def take(self, holder: str) -> None:
        """Makes a process the one that rotates. Raises Conflict while another is at it."""
        now = self._clock()
        (row,) = self._store.write(
            "rotation/take", user_id=self._user_id, holder=holder, now=now, until=now + self._lease
        )
        if row["holder"] != holder:
            raise Conflict(
                "Another process is rotating this user's memories. Wait until it is done, or, if it was killed, until "
                f"{moment(row['until']):%H:%M:%S %Z}: then its run is taken over."
            )

    def hold(self, runs: Runs, holder: str) -> None:
        """Says, within a transaction, that it still is. Raises Conflict where another has taken over."""
        given = {"user_id": self._user_id, "holder": holder, "until": self._clock() + self._lease}
        if not runs("rotation/hold", given):
            raise Conflict(
                "Another process has taken over this rotation: this one was silent for too long. It goes on."
            )

    def still(self, holder: str) -> None:
        """Says so in a transaction of its own."""
        self._store.together(lambda runs: self.hold(runs, holder))

    def let_go(self, holder: str, looked_at: Collection[Trigger] = ()) -> None:
        """Gives the rotation up; `looked_at` are the triggers that are not due again for a while."""
        triggers = [trigger.value for trigger in looked_at]
        self._store.write("rotation/let_go", user_id=self._user_id, holder=holder, triggers=triggers, now=self._clock())

    def looked_at(self) -> Mapping[Trigger, datetime]:
        """When each trigger was looked at last."""
        row = self._state()
        return {trigger: moment(at) for trigger in Trigger if (at := row[f"{trigger.value}_at"]) is not None}

    def unfinished(self) -> str | None:
        """The id of the run that was cut off, if one was."""
        return next(iter(self._state()["unfinished"]), None)

    def is_held(self) -> bool:
        """Whether a process is at it now."""
        row = self._state()
        return row["holder"] is not None and moment(row["until"]) >= self._clock()

    def begin(self, run: str, triggers: Sequence[Trigger], by: str) -> None:
        """Begins a run."""
        properties: Row = {
            "state": RunState.PLANNING.value, "triggers": [trigger.value for trigger in triggers], "by": by,
            **dict.fromkeys(COUNTS, 0),
        }  # fmt: skip
        self._store.together(lambda runs: self.note(runs, run, properties))

    def move(self, run: str, state: RunState, **properties: object) -> None:
        """Notes that a run has come to a state; the last ones end it."""
        if state in (RunState.DONE, RunState.FAILED):
            properties["ended_at"] = self._clock()
        self._store.together(lambda runs: self.note(runs, run, {"state": state.value, **properties}))

    def note(self, runs: Runs, run: str, properties: Mapping[str, object]) -> None:
        """Keeps what a run has done, within the transaction that did it."""
        given: Row = {"id": run, "properties": dict(properties), "now": self._clock()}
        runs("rotation/note", {"user_id": self._user_id, **given})

    def runs(self, limit: int) -> tuple[RotationRun, ...]:
        """The latest runs."""
        rows = self._store.read("rotation/runs", user_id=self._user_id, limit=limit)
        return tuple(run_of(row["run"]) for row in rows)

    def run(self, run: str) -> RotationRun:
        """One of the latest runs."""
        return next(each for each in self.runs(100) if each.id == run)

    def counts(self, run: str) -> "Counts":
        """What a run has done so far, for the one who holds the rotation to add to."""
        done = self.run(run)
        return Counts({name: getattr(done, name) for name in COUNTS})

    def _state(self) -> Row:
        return self._store.read("rotation/state", user_id=self._user_id)[0]


class Counts:
    """The counts of a run. What is added counts once the transaction has ended that wrote it."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._counts = dict(counts)

    def with_more(self, **more: int) -> dict[str, int]:
        """The counts with something added, as they are to be written."""
        return {name: number + more.get(name, 0) for name, number in self._counts.items()}

    def are(self, counts: Mapping[str, int]) -> None:
        """Takes over what was written."""
        self._counts = dict(counts)


def run_of(row: Mapping[str, Any]) -> RotationRun:
    """A run from the properties of its node."""
    ended = row.get("ended_at")
    return RotationRun(
        id=row["id"], state=RunState(row["state"]), triggers=tuple(map(Trigger, row.get("triggers") or ())),
        by=row.get("by") or "", started_at=moment(row["started_at"]), ended_at=None if ended is None else moment(ended),
        looked_at=row.get("looked_at") or 0, planned=row.get("planned") or 0, archived=row["archived"],
        deleted=row["deleted"], left=row["left"], characters=row["characters"], text_bytes=row["text_bytes"],
        packed_bytes=row["packed_bytes"], ratio=ratio(row["text_bytes"], row["packed_bytes"]),
        reasons=json.loads(row.get("reasons") or "{}"), backup=row.get("backup"), problem=row.get("problem"),
        resumed=row.get("resumed") or 0, alerts=tuple(row.get("alerts") or ()),
    )  # fmt: skip


def ratio(text_bytes: int, packed_bytes: int) -> float:
    """How many times smaller packed texts are; 1 where there are none."""
    return round(text_bytes / packed_bytes, 3) if packed_bytes else 1.0
