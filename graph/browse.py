"""Shows what is kept without judging it: lists, single memories, exact text, counts."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from math import isfinite, prod

import regex as regular

from graph.answers import (
    Filters,
    Hit,
    Line,
    Memory,
    MemoryDetail,
    Mode,
    Order,
    Page,
    Parts,
    Recalled,
    Stats,
)
from graph.drafts import checked_user, plain
from graph.errors import Invalid, NotFound, Unavailable
from graph.filters import Cursor, checked_limit, cursor_of, filter_row
from graph.reasons import told, tongue
from graph.rows import NEVER, entities_of, facts_of, memory_of
from graph.store import Row, Store, counted, traced
from graph.trace import Ran, Trace

_LAST_ID = "~"  # sorts after every id
_BEYOND_IMPORTANCE = 11.0
_PAGE = 500
_PAGE_TEXT = 4_000_000
"""Characters of text that are read at once, one memory more at most."""
_PATTERN_MOST = 1_000
_REPEATS_MOST = 10_000
_COUNTS = re.compile(r"\{\s*(\d{1,18})")
_CALLS = re.compile(r"\(\?\s*(?:R|[+-]?\d|&|P\s*>)")
_REGEX_S = 5.0
_LINES_MOST = 20


class Browsing:
    """Reads what is kept. One for a process; safe to share between threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def page(self, user_id: str, filters: Filters, order: Order, limit: int, cursor: str | None) -> Page:
        """Memories in an order, a page at a time; memories without the time that is ordered by are left out."""
        after = cursor_of(cursor) if cursor else None
        rows = self._rows(checked_user(user_id), filters, order, checked_limit(limit) + 1, after)
        memories = [memory_of(row["memory"]) for row in rows[:limit]]
        given = (after.given if after else 0) + len(memories)
        more = Cursor(given, _value(memories[-1], order), memories[-1].id).text() if len(rows) > limit else None
        return Page(memories=tuple(memories), next_cursor=more)

    def first(
        self, user_id: str, mode: Mode, question: str, filters: Filters, limit: int, cursor: str | None, *,
        explain: bool = False,
    ) -> Recalled:  # fmt: skip
        """The newest or the most important memories as hits, whatever the question; it tells the language of `why`."""
        language = tongue(question)
        started = time.perf_counter()
        with counted() as trips, traced() as ran:
            order = Order.CREATED if mode is Mode.RECENT else Order.IMPORTANCE
            page = self.page(user_id, filters, order, limit, cursor)
        hits = tuple(_first_hit(memory, mode, language) for memory in page.memories)
        found = _recalled(mode, hits, page.next_cursor, started, trips.count)
        return replace(found, trace=_trace(language, len(hits), ran)) if explain else found

    def content_hits(
        self, user_id: str, text: str, filters: Filters, limit: int, cursor: str | None, *, explain: bool = False
    ) -> Recalled:
        """The memories that hold a text, newest first, as hits at the place where it stands; Invalid for a cursor."""
        if cursor is not None:
            raise Invalid(
                "cursor", "exact text is found on one page and cannot be continued.",
                allowed="none; a larger limit, or filters, find more",
            )  # fmt: skip
        language = tongue(text)
        started = time.perf_counter()
        with counted() as trips, traced() as ran:
            matched = self.content(user_id, text, regex=False, filters=filters, limit=limit)
        hits = tuple(_line_hit(memory, lines, text, language) for memory, lines in matched)
        found = _recalled(Mode.CONTENT, hits, None, started, trips.count)
        return replace(found, trace=_trace(language, len(hits), ran)) if explain else found

    def content(
        self, user_id: str, pattern: str, *, regex: bool, filters: Filters, limit: int
    ) -> tuple[tuple[Memory, tuple[Line, ...]], ...]:
        """The memories and lines that hold a text or match a pattern, newest first.

        Raises Invalid for a pattern that is empty, too long or malformed, Unavailable when it takes too long.
        """
        checked_user(user_id)
        checked_limit(limit)
        matcher = _matcher(plain("pattern", pattern), regex=regex)
        needle = None if regex else pattern.lower()
        deadline = time.monotonic() + _REGEX_S
        found: list[tuple[Memory, tuple[Line, ...]]] = []
        for memory in self._texts(user_id, filters, needle):
            lines = _matching_lines(matcher, memory.text, deadline)
            if lines:
                found.append((memory, lines))
            if len(found) == limit:
                break
        return tuple(found)

    def show(self, user_id: str, memory_id: str) -> MemoryDetail:
        """One memory with its entities and facts. Raises NotFound when this user has no such memory."""
        rows = self._store.read("memory/show", user_id=checked_user(user_id), id=memory_id)
        if not rows:
            raise NotFound("memory", memory_id)
        row = rows[0]
        return MemoryDetail(
            memory=memory_of(row["memory"]),
            chunks=row["chunks"],
            entities=entities_of(row["entities"]),
            facts=facts_of(row["facts"]),
        )

    def stats(self, user_id: str, server: str, model: str) -> Stats:
        """How much one user's graph holds."""
        row = self._store.read("memory/stats", user_id=user_id)[0]
        return Stats(
            memories=row["memories"],
            chunks=row["chunks"],
            entities=row["entities"] or 0,
            facts=row["facts"],
            relations=row["relations"] or 0,
            pending=row["pending"],
            pinned=row["pinned"],
            archived=row["archived"],
            characters=row["characters"],
            by_language=dict(sorted(row["languages"])),
            by_entity_type=dict(sorted(row["types"])),
            server=f"Neo4j {server}",
            embedding_model=model,
        )

    def _rows(self, user_id: str, filters: Filters, order: Order, limit: int, after: Cursor | None) -> list[Row]:
        narrowed = filter_row(filters)
        identity = after.id if after else _LAST_ID
        if order is Order.IMPORTANCE:
            value = _importance(after)
            return self._store.read(
                "memory/list_by_importance",
                user_id=user_id, filters=narrowed, after=value, after_id=identity, limit=limit,
            )  # fmt: skip
        moment = _moment(after)
        if order is Order.OCCURRED:
            return self._store.read(
                "memory/list_by_occurred",
                user_id=user_id, filters=narrowed, after=moment, after_id=identity, limit=limit,
            )  # fmt: skip
        return self._store.read(
            "memory/list_by_created", user_id=user_id, filters=narrowed, after=moment, after_id=identity, limit=limit
        )

    def _texts(self, user_id: str, filters: Filters, needle: str | None) -> Iterator[Memory]:
        after, identity = NEVER, _LAST_ID
        narrowed = filter_row(filters)
        while True:
            rows = self._store.read(
                "memory/texts",
                user_id=user_id, filters=narrowed, needle=needle, after=after, after_id=identity, limit=_PAGE,
                most=_PAGE_TEXT,
            )  # fmt: skip
            for row in rows:
                yield memory_of(row["memory"])
            if not rows or not rows[-1]["more"]:
                return
            last = memory_of(rows[-1]["memory"])
            # As an offset, as it is stored: with a zone's name the same moment would count as another.
            after, identity = last.created_at.astimezone(UTC), last.id


def _moment(after: Cursor | None) -> datetime:
    if after is None:
        return NEVER
    try:
        return datetime.fromisoformat(str(after.value)).astimezone(UTC)
    except ValueError:
        raise _of_another_order() from None


def _importance(after: Cursor | None) -> float:
    if after is None:
        return _BEYOND_IMPORTANCE
    # As text it is the moment of a list by time; of what is no number nothing is smaller, and nothing would come.
    if isinstance(after.value, str) or not isfinite(after.value):
        raise _of_another_order()
    return float(after.value)


def _of_another_order() -> Invalid:
    return Invalid("cursor", "it belongs to another order.", allowed="a cursor of the same list")


def _value(memory: Memory, order: Order) -> str | float:
    match order:
        case Order.IMPORTANCE:
            return memory.importance
        case Order.OCCURRED:
            return (memory.occurred_at or memory.created_at).isoformat()
        case Order.CREATED:
            return memory.created_at.isoformat()


def _matcher(pattern: str, *, regex: bool) -> "regular.Pattern[str]":
    if not pattern.strip() or len(pattern) > _PATTERN_MOST:
        raise Invalid("pattern", "it is empty or too long.", allowed=f"1 to {_PATTERN_MOST} characters")
    if not regex:
        return regular.compile(regular.escape(pattern), flags=regular.IGNORECASE)
    # What repeats is unrolled when it is compiled, and what calls itself fills the memory before its time is over.
    if prod(int(count) or 1 for count in _COUNTS.findall(pattern)) > _REPEATS_MOST or _CALLS.search(pattern):
        raise Invalid(
            "pattern", "it repeats too much, or calls itself.", allowed=f"counts that make {_REPEATS_MOST:,} together"
        )
    try:
        return regular.compile(pattern, flags=regular.IGNORECASE)
    except (regular.error, RecursionError, OverflowError):
        raise Invalid("pattern", "it is no regular expression.", allowed="the syntax of Python's re") from None


def _matching_lines(matcher: "regular.Pattern[str]", text: str, deadline: float) -> tuple[Line, ...]:
    lines: list[Line] = []
    for number, line in enumerate(text.splitlines() or [text], 1):
        # The engine takes any positive time-out; one that is spent ends the search at once.
        left = max(1e-6, deadline - time.monotonic())
        try:
            matches = matcher.search(line, timeout=left) is not None
        except TimeoutError:
            raise Unavailable("The pattern takes too long. Use a simpler one, or narrow the memories first.") from None
        if matches:
            lines.append(Line(number=number, text=line))
        if len(lines) == _LINES_MOST:
            break
    return tuple(lines)


def _first_hit(memory: Memory, mode: Mode, language: str) -> Hit:
    if mode is Mode.RECENT:
        return _plain_hit(memory, told("newest", language))
    why = told("important", language, importance=f"{memory.importance:.1f}")
    return _plain_hit(memory, why, score=memory.importance)


def _plain_hit(memory: Memory, why: str, *, text: str | None = None, start: int = 0, score: float = 0.0) -> Hit:
    shown = memory.text if text is None else text
    return Hit(
        memory=memory, chunk_id=f"{memory.id}.0000", text=shown, start=start, end=start + len(shown), score=score,
        parts=Parts(), ties=(), entities=(), why=why,
    )  # fmt: skip


def _line_hit(memory: Memory, lines: tuple[Line, ...], text: str, language: str) -> Hit:
    start = memory.text.lower().find(text.lower())
    numbers = ", ".join(str(line.number) for line in lines)
    found = memory.text[start : start + len(text)] if start >= 0 else lines[0].text
    return _plain_hit(memory, told("line", language, numbers=numbers), text=found, start=max(0, start))


def _trace(language: str, candidates: int, ran: list[Ran]) -> Trace:
    return Trace(language=language, words=(), keys=(), time=None, candidates=candidates, statements=tuple(ran))


def _recalled(mode: Mode, hits: tuple[Hit, ...], cursor: str | None, started: float, trips: int) -> Recalled:
    return Recalled(
        mode=mode,
        recipe=None,
        hits=hits,
        next_cursor=cursor,
        milliseconds={"total": round(1000 * (time.perf_counter() - started), 3)},
        round_trips=trips,
    )
