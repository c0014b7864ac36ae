"""Counts how memories are used without making anybody wait: uses are gathered and written together, once a second.

A process that is killed loses what it gathered since its last write, a second's worth at most; closing writes it.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from threading import Lock, Timer
from typing import Any, Final

from graph.db.row import Row
from graph.db.store import Step, Store
from graph.errors import EnishiError
from graph.lifecycle.uses import day_key, first_day
from graph.model.importance import UseKind
from graph.settings import AccessSettings

_LOG: Final = logging.getLogger(__name__)
EVERY_S: Final = 1.0
"""Seconds between two writes of one process."""
_GATHERED_MOST: Final = 100_000
"""Memories whose uses wait at most: while a database is away those beyond are not counted."""
_AT_ONCE: Final = 1_000
"""Memories whose uses are written by one statement."""

_Place = tuple[str, str]


@dataclass(slots=True)
class _Gathered:
    """The uses of one memory that are not written yet."""

    days: dict[tuple[date, UseKind], int] = field(default_factory=dict[tuple[date, UseKind], int])
    at: datetime | None = None

    def add(self, kind: UseKind, now: datetime) -> None:
        day = now.astimezone(UTC).date(), kind
        self.days[day] = self.days.get(day, 0) + 1
        # An edit is no use that answered anybody.
        if kind is not UseKind.EDIT:
            self.at = now

    def join(self, earlier: "_Gathered") -> None:
        for day, number in earlier.days.items():
            self.days[day] = self.days.get(day, 0) + number
        self.at = self.at or earlier.at

    def row(self, memory_id: str) -> Row:
        used = sum(number for (_, kind), number in self.days.items() if kind is not UseKind.EDIT)
        days = [{"key": day_key(day, kind), "number": number} for (day, kind), number in sorted(self.days.items())]
        return {"id": memory_id, "at": self.at, "used": used, "days": days}


def edit_step(user_id: str, memory_id: str, now: datetime, settings: AccessSettings) -> Step:
    """The step that counts an edit with the transaction that makes it."""
    edit = _Gathered()
    edit.add(UseKind.EDIT, now)
    return _step(user_id, [edit.row(memory_id)], now, settings)


def counted_uses(
    user_id: str,
    memory_id: str,
    other: Mapping[str, Any],
    now: datetime,
    settings: AccessSettings,
    *,
    among: Sequence[str] | None = None,
) -> Step:
    """The step that counts the uses of another memory, as its properties tell them, with those of this one.

    With `among`, the uses that this one has, it takes them off again: no more than there are.
    """
    there = {use.rpartition(" ")[0] + " ": int(use.rpartition(" ")[2]) for use in among or ()}
    days: list[Row] = []
    for use in other.get("uses") or ():
        key, _, number = use.rpartition(" ")
        counted = int(number) if among is None else -min(int(number), there.get(f"{key} ", 0))
        days += [{"key": f"{key} ", "number": counted}] if counted else []
    used = (other.get("use_count") or 0) * (1 if among is None else -1)
    row: Row = {"id": memory_id, "at": other.get("last_used_at") if among is None else None, "used": used, "days": days}
    return _step(user_id, [row], now, settings)


def _step(user_id: str, rows: list[Row], now: datetime, settings: AccessSettings) -> Step:
    return Step("lifecycle/use", {"user_id": user_id, "uses": rows, "since": first_day(now, settings).isoformat()})


class UseCounter:
    """Gathers uses and writes them in the background. One for a process; safe to share between threads."""

    def __init__(
        self,
        store: Store,
        settings: AccessSettings,
        clock: Callable[[], datetime],
        *,
        every_s: float = EVERY_S,
    ) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._every_s = every_s
        self._lock = Lock()
        self._writing = Lock()
        self._gathered: dict[_Place, _Gathered] = {}
        self._timer: Timer | None = None
        self._closed = False

    def add(self, user_id: str, memory_ids: Iterable[str], kind: UseKind) -> None:
        """Counts one use of each memory; returns at once."""
        now = self._clock()
        with self._lock:
            if self._closed:
                return
            for memory_id in dict.fromkeys(memory_ids):
                if len(self._gathered) >= _GATHERED_MOST and (user_id, memory_id) not in self._gathered:
                    continue
                self._gathered.setdefault((user_id, memory_id), _Gathered()).add(kind, now)
            self._start()

    def flush(self) -> None:
        """Writes what was gathered. Raises Unavailable, and keeps it for the next time."""
        # One after the other: who asks for the counts afterwards shall see those that are being written.
        with self._writing:
            with self._lock:
                gathered, self._gathered = self._gathered, {}
            if not gathered:
                return
            try:
                self._store.write_all(list(self._steps(gathered)))
            except EnishiError:
                self._take_back(gathered)
                raise

    def close(self) -> None:
        """Writes what was gathered and stops; what cannot be written is lost, and the log says so."""
        with self._lock:
            self._closed = True
            timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
        try:
            self.flush()
        except EnishiError as error:
            _LOG.warning("the last uses of memories are not counted: %s", type(error).__name__)

    def _start(self) -> None:
        if self._timer is None and self._gathered and not self._closed:
            self._timer = Timer(self._every_s, self._run)
            # A process that ends without closing shall not wait for it.
            self._timer.daemon = True
            self._timer.start()

    def _run(self) -> None:
        try:
            self.flush()
        except Exception as error:  # noqa: BLE001  a timer has nobody to raise to
            _LOG.warning("uses of memories wait to be counted: %s", type(error).__name__)
        with self._lock:
            self._timer = None
            self._start()

    def _take_back(self, gathered: Mapping[_Place, _Gathered]) -> None:
        with self._lock:
            for place, earlier in gathered.items():
                if place in self._gathered:
                    self._gathered[place].join(earlier)
                elif len(self._gathered) < _GATHERED_MOST:
                    self._gathered[place] = earlier

    def _steps(self, gathered: Mapping[_Place, _Gathered]) -> Iterable[Step]:
        by_user: dict[str, list[Row]] = defaultdict(list)
        for (user_id, memory_id), uses in sorted(gathered.items()):
            by_user[user_id].append(uses.row(memory_id))
        now = self._clock()
        for user_id, rows in by_user.items():
            for at in range(0, len(rows), _AT_ONCE):
                yield _step(user_id, rows[at : at + _AT_ONCE], now, self._settings)
