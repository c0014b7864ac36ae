"""Reads what was done: the events of one user, a page at a time, and what a memory was before each act."""

from collections.abc import Sequence
from datetime import UTC, datetime

from graph.calendar.zones import in_utc
from graph.db.filters import Cursor, asked_hash, checked_limit, cursor_of
from graph.db.row import Row
from graph.db.rows import NEVER
from graph.db.store import Store
from graph.db.values import value_of
from graph.errors import NotFound
from graph.intake.checks import checked_user, choice, plain
from graph.journal.following import Following
from graph.journal.versions import versions_of
from graph.model.life.journal import Act, Event, EventPage
from graph.model.memory import MemoryVersion

_FIRST = datetime(1, 1, 1, tzinfo=UTC)
_LAST_ID = "~"


def kept_versions(store: Store, user_id: str, memory_id: str) -> tuple[MemoryVersion, ...]:
    """What a memory was before each act that changed it, newest first. Raises NotFound."""
    rows = store.read("memory/history", user_id=checked_user(user_id), id=memory_id)
    if not rows:
        raise NotFound("memory", memory_id)
    return versions_of(rows[0]["memory"], rows[0]["versions"])


class EventLog:
    """The events of one user. Safe to share between threads."""

    def __init__(self, store: Store, user_id: str) -> None:
        self._store = store
        self._user_id = checked_user(user_id)

    def page(
        self,
        *,
        kinds: Sequence[Act | str] = (),
        memory_id: str | None = None,
        subject: str | None = None,
        since: datetime | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> EventPage:
        """Events, newest first: of some acts, of one memory or one subject, since a time. Raises Invalid."""
        chosen = sorted({choice("kinds", Act, kind).value for kind in kinds})
        about = {
            "memory_id": None if memory_id is None else plain("memory_id", memory_id),
            "subject": None if subject is None else plain("subject", subject),
        }
        first = in_utc("since", since) or _FIRST
        asked = asked_hash(self._user_id, "events", chosen, about, first)
        after = cursor_of(cursor, asked) if cursor else None
        rows = self._store.read(
            "event/page", user_id=self._user_id, kinds=chosen or None, **about, since=first,
            after=datetime.fromisoformat(str(after.value)) if after else NEVER,
            after_id=after.id if after else _LAST_ID, limit=checked_limit(limit) + 1,
        )  # fmt: skip
        events = _events_of(rows)[:limit]
        given = (after.given if after else 0) + len(events)
        more = len(rows) > limit and bool(events)
        following = Cursor(given, events[-1].at.isoformat(), events[-1].id, asked=asked).text() if more else None
        return EventPage(events=tuple(events), next_cursor=following)

    def follow(self, cursor: str | None = None) -> Following:
        """Follows what happens from now on, or from where another left off: `following.next()`. Raises Invalid."""
        return Following(self._user_id, self._after, newest=self.page(limit=1).events, cursor=cursor)

    def _after(self, at: datetime, event_id: str, limit: int) -> list[Event]:
        rows = self._store.read("event/after", user_id=self._user_id, after=at, after_id=event_id, limit=limit)
        return _events_of(rows)


def _events_of(rows: Sequence[Row]) -> list[Event]:
    # A read meets the events of a user who is being forgotten with properties gone.
    whole = [row["event"] for row in rows if None not in (row["event"].get("kind"), row["event"].get("by"))]
    return [value_of(Event, row, number=row.get("number") or 0) for row in whole]
