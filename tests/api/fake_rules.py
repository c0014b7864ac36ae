"""How the fake knowledge judges scores, filters and pages: functions of their arguments."""

import re
from collections.abc import Iterable
from datetime import datetime

from graph.context.packing import Offer, Source
from graph.errors import Invalid
from graph.model.filters import Filters
from graph.model.life.audience import visibility
from graph.model.memory import Memory, Order
from graph.model.recalled import Hit, Line, Mode


def words_of(text: str) -> frozenset[str]:
    """Latin words whole, Japanese characters two by two."""
    latin = re.findall(r"[a-z0-9]+", text.casefold())
    japanese = re.findall(r"[ぁ-ゖァ-ヺー一-龯]+", text)
    return frozenset(latin) | {run[at : at + 2] for run in japanese for at in range(max(1, len(run) - 1))}


def score_of(question: str, memory: Memory, mode: Mode) -> float:
    """Share of the question's words in the memory, or its age."""
    if mode is Mode.RECENT:
        return memory.created_at.timestamp() / 1e10
    if mode is Mode.IMPORTANCE:
        return memory.importance
    asked = words_of(question)
    return len(asked & words_of(memory.text)) / len(asked) if asked else 0.0


def lines_held(memories: Iterable[Memory], pattern: str, *, regex: bool) -> list[tuple[Memory, tuple[Line, ...]]]:
    """The memories with a line that holds a text or matches a pattern, and these lines."""
    try:
        wanted = re.compile(pattern if regex else re.escape(pattern))
    except re.error as error:
        raise Invalid("pattern", "is not a regular expression.") from error
    held: list[tuple[Memory, tuple[Line, ...]]] = []
    for memory in memories:
        numbered = enumerate(memory.text.splitlines(), start=1)
        lines = tuple(Line(number=number, text=text) for number, text in numbered if wanted.search(text))
        held += [(memory, lines)] if lines else []
    return held


def below(path: str | None, above: str) -> bool:
    """Whether a path is another or lies below it."""
    return path is not None and (path == above or path.startswith(f"{above}/"))


def matches(memory: Memory, filters: Filters) -> bool:
    """Whether a memory lies within filters, entities aside."""
    if visibility(memory.audience, filters.audience) is None:
        return False
    same = ("bookmarked", "area", "agent", "category", "session_id", "channel", "language", "status")
    if any(getattr(filters, field) not in (None, getattr(memory, field)) for field in same):
        return False
    paths = ((memory.project, filters.project), (memory.source, filters.source))
    if any(asked is not None and not below(path, asked) for path, asked in paths):
        return False
    if not set(filters.tags) <= set(memory.tags) or memory.importance < (filters.min_importance or 0.0):
        return False
    created = within(memory.created_at, filters.created_from, filters.created_to)
    return created and within(memory.occurred_at or memory.created_at, filters.occurred_from, filters.occurred_to)


def place(order: Order, memory: Memory) -> tuple[float, str]:
    """Where a memory stands in an order of a list."""
    if order is Order.IMPORTANCE:
        return memory.importance, memory.id
    occurred = memory.occurred_at if order is Order.OCCURRED else None
    return (occurred or memory.created_at).timestamp(), memory.id


def within(time: datetime | None, since: datetime | None, until: datetime | None) -> bool:
    """Whether a time lies in a range with both its ends."""
    if since is None and until is None:
        return True
    return time is not None and (since is None or since <= time) and (until is None or time <= until)


def paged(memories: list[Memory], limit: int, cursor: str | None) -> tuple[list[Memory], str | None]:
    """One page of a list after the memory a cursor names, and the cursor of the next."""
    if not 1 <= limit <= 200:
        raise Invalid("limit", "is out of range.", allowed="1 to 200")
    start = 0
    if cursor is not None:
        ids = [kept.id for kept in memories]
        if cursor not in ids:
            raise Invalid("cursor", "was not given out for this list.", allowed="a next_cursor as it was given")
        start = ids.index(cursor) + 1
    page = memories[start : start + limit]
    return page, page[-1].id if page and start + limit < len(memories) else None


def tokens(text: str) -> int:
    """Four characters each, the last one rounded up."""
    return -(-len(text) // 4)


def offer_of(hit: Hit) -> Offer:
    """A hit as what a context may tell."""
    return Offer(
        source=_source(hit.memory),
        chunk_id=f"{hit.memory.id}.0000",
        ordinal=0,
        text=hit.text,
        start=hit.start,
        value=hit.score,
        score=hit.score,
        why=hit.why,
    )


def _source(memory: Memory) -> Source:
    return Source(
        id=memory.id,
        told_at=memory.occurred_at or memory.created_at,
        speaker=memory.speaker,
        title=None,
        pinned=memory.pinned,
        duplicate_of=memory.duplicate_of,
    )
