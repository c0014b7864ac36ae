"""Follows the events of a user as they happen: each once, also those that were written late.

An event has the time at which its act began, and is there when the act's transaction ends. So what is new is not only
what lies after the newest: the half minute before it is read again, and what was seen there is passed over.
"""

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from graph.db.filters import Cursor, asked_hash, cursor_of
from graph.model.life.journal import Event

LATE_S: Final = 30.0
"""How long after its time an event may still be written."""
_PAGE: Final = 200
_FIRST: Final = datetime(1, 1, 1, tzinfo=UTC) + timedelta(seconds=LATE_S)

ReadAfter = Callable[[datetime, str, int], Sequence[Event]]
"""Events after a time and an id, oldest first, so many at most."""


class Following:
    """Where one who follows stands. Not to be shared between threads."""

    def __init__(
        self,
        user_id: str,
        read: ReadAfter,
        *,
        newest: Sequence[Event],
        cursor: str | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """From a cursor on; without one, after what is there already, of which `newest` is the last.

        After a cursor the half minute before it comes once more: what was written late in it may not have come.
        Raises Invalid for a cursor of somebody else, or of something else.
        """
        self._read = read
        self._clock = clock
        self._asked = asked_hash(user_id, "following")
        self._at, self._id = (newest[0].at, newest[0].id) if newest else (_FIRST, "")
        self._seen: dict[str, datetime] = {}
        self._changed = clock()
        if cursor is None:
            self.next()
            return
        place = cursor_of(cursor, self._asked)
        self._at, self._id = datetime.fromisoformat(str(place.value)), place.id
        self._seen.clear()

    @property
    def cursor(self) -> str:
        """By which one goes on later, in this process or another."""
        return Cursor(0, self._at.isoformat(), self._id, asked=self._asked).text()

    def next(self) -> tuple[Event, ...]:
        """What happened since, oldest first. Raises Unavailable, and then nothing is lost."""
        settled = self._clock() - self._changed > LATE_S
        after, after_id = (self._at if settled else self._at - timedelta(seconds=LATE_S)), ""
        new: list[Event] = []
        while page := self._read(after, after_id, _PAGE):
            new += [event for event in page if event.id not in self._seen]
            after, after_id = page[-1].at, page[-1].id
            if len(page) < _PAGE:
                break
        for event in new:
            self._seen[event.id] = event.at
            self._at, self._id = max((self._at, self._id), (event.at, event.id))
        if new:
            self._changed = self._clock()
        oldest = self._at - timedelta(seconds=LATE_S)
        self._seen = {identity: at for identity, at in self._seen.items() if at >= oldest}
        return tuple(new)
