"""The part of the small knowledge that keeps what was done: snapshots of memories, and events."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

from graph.db.filters import checked_limit
from graph.errors import Conflict, Invalid, NotFound, Unavailable
from graph.intake.checks import choice
from graph.journal.following import Following
from graph.journal.log import EventLog
from graph.knowledge import Knowledge
from graph.model.life.journal import Act, Event, EventPage
from graph.model.memory import Memory, MemoryVersion
from graph.model.types import Status
from graph.write.undo import Versions

AT = datetime(2026, 10, 3, 9, 0, tzinfo=UTC)


class FakeHistory(Knowledge):
    """Keeps a memory as it was before each act, and each act as an event."""

    def __init__(self) -> None:
        self.before: dict[str, list[tuple[Act, Memory]]] = {}
        self.done: list[tuple[str, Event]] = []
        self.away: Unavailable | None = None

    def put(self, memory: Memory, act: Act, before: Memory | None = None) -> Memory:
        """Keeps a memory in place of what it was before an act."""
        if before is not None:
            self.before.setdefault(memory.id, []).append((act, before))
        event = Event(id=f"{len(self.done):026}", kind=act, at=AT, by="somebody", number=1, memory_ids=(memory.id,))
        self.done.append((memory.user_id, event))
        return self.replaced(memory)

    def replaced(self, memory: Memory) -> Memory:
        """Keeps a memory."""
        raise NotImplementedError

    def owned(self, user_id: str, memory_id: str) -> Memory:
        """A memory of a user. Raises NotFound."""
        raise NotFound("memory", f"{user_id} {memory_id}")

    def history(self, user_id: str, memory_id: str) -> tuple[MemoryVersion, ...]:
        self.owned(user_id, memory_id)
        kept = enumerate(self.before.get(memory_id, []), start=1)
        return tuple(
            MemoryVersion(
                text=was.text, title=was.title, since=was.created_at, until=AT, number=number, act=act, by="python",
                before={"text": was.text, "tags": list(was.tags)},
            )
            for number, (act, was) in reversed(list(kept))
        )  # fmt: skip

    def versions(self, user_id: str) -> Versions:
        return cast("Versions", _Versions(self, user_id))

    def events(self, user_id: str) -> EventLog:
        return cast("EventLog", _Events(self, user_id))


class _Versions:
    def __init__(self, knowledge: FakeHistory, user_id: str) -> None:
        self._knowledge = knowledge
        self._user_id = user_id

    def undo(self, memory_id: str, *, to: int | None = None) -> Memory:
        memory = self._knowledge.owned(self._user_id, memory_id)
        before = self._knowledge.before.get(memory_id, [])
        if not before:
            raise Conflict("Nothing was done to this memory that could be undone.")
        number = len(before) if to is None else to
        if not 1 <= number <= len(before):
            raise Invalid("to", "there is no act of this number.", allowed=f"1 to {len(before)}")
        return self._knowledge.put(before[number - 1][1], Act.UNDONE, memory)

    def merge(self, memory_id: str, other: str) -> Memory:
        kept, gone = (self._knowledge.owned(self._user_id, identity) for identity in (memory_id, other))
        if memory_id == other:
            raise Invalid("other", "a memory cannot be merged with itself.", allowed="the id of another memory")
        self._knowledge.put(replace(gone, status=Status.ARCHIVED, merged_into=memory_id), Act.MERGED, gone)
        tags = tuple(dict.fromkeys((*kept.tags, *gone.tags)))
        return self._knowledge.put(replace(kept, tags=tags), Act.MERGED, kept)


class _Events:
    def __init__(self, knowledge: FakeHistory, user_id: str) -> None:
        self._knowledge = knowledge
        self._user_id = user_id

    def page(
        self,
        *,
        kinds: tuple[Act | str, ...] = (),
        memory_id: str | None = None,
        subject: str | None = None,
        since: datetime | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> EventPage:
        chosen = {choice("kinds", Act, kind) for kind in kinds}
        events = [event for user, event in reversed(self._knowledge.done) if user == self._user_id]
        events = [
            event
            for event in events
            if (not chosen or event.kind in chosen)
            and (memory_id is None or memory_id in event.memory_ids)
            and (subject is None or event.subject == subject)
            and (since is None or event.at >= since)
            and (cursor is None or event.id < cursor)
        ]
        page = tuple(events[: checked_limit(limit)])
        return EventPage(events=page, next_cursor=page[-1].id if len(events) > limit else None)

    def follow(self, cursor: str | None = None) -> Following:
        return Following(self._user_id, self._after, newest=self.page(limit=1).events, cursor=cursor)

    def _after(self, at: datetime, event_id: str, limit: int) -> list[Event]:
        if self._knowledge.away is not None:
            raise self._knowledge.away
        own = [event for user, event in list(self._knowledge.done) if user == self._user_id]
        return [event for event in own if (event.at, event.id) > (at, event_id)][:limit]
