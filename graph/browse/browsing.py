"""Reads without ranking: lists, single memories, exact text and regular expressions, statistics."""

import time
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import accumulate
from math import isfinite
from threading import Lock

from graph.browse.line_patterns import LinePattern, line_pattern, too_slow
from graph.db.filters import Cursor, asked_hash, asked_readers, checked_limit, cursor_of, filter_row
from graph.db.row import Row
from graph.db.rows import NEVER, entities_of, facts_of, memory_of, still_there
from graph.db.store import Store, counted, traced
from graph.errors import Conflict, Invalid, NotFound, Unavailable
from graph.intake.checks import checked_user, plain
from graph.journal.log import kept_versions
from graph.lifecycle.packing import byte_count
from graph.model.filters import Filters
from graph.model.memory import Memory, MemoryDetail, MemoryVersion, Order, Page, Stats
from graph.model.recalled import Hit, Line, Mode, Parts, Recalled
from graph.model.trace import Ran, Trace
from graph.model.types import Status
from graph.recall.endings import endings_of
from graph.recall.reasons import answer_language, phrase

_FOR_THE_USER = filter_row(Filters())
_LAST_ID = "~"  # sorts after every id
_BEYOND_IMPORTANCE = 11.0
_PAGE = 500
_PAGE_TEXT = 4_000_000
"""Characters of text that are read at once, one memory more at most."""
_PATTERN_MOST = 1_000
_PATTERNS_AT_ONCE = 2
"""Searches by a regular expression that one user may have under way: they are bound to the processor."""
_PATTERN_S = 5.0
"""Seconds that a pattern may take for the texts of one read."""
_SCAN_S = 10.0
"""After this long no more texts are read, and the answer is what was found so far."""
_LINES_MOST = 20
_CALLED_MOST = 6
"""So many ids are named where several begin as what was asked for."""


@dataclass(frozen=True, slots=True)
class _Places:
    """The lines of a text in which what is looked for begins, from 0, and the first stretch of it.

    `field` names where it stands if not in the text: title or tags.
    """

    lines: Sequence[int]
    start: int
    end: int
    field: str | None = None


@dataclass(frozen=True, slots=True)
class _Scan:
    """What was found in which rows, and the last memory that was looked at where there may be more behind it."""

    matches: Sequence[tuple[Row, _Places]]
    last: Memory | None
    in_time: bool = True


class MemoryBrowser:
    """Lists, shows and counts memories. One a process; safe to share between threads."""

    def __init__(self, store: Store, seconds: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._seconds = seconds
        self._matching: Counter[str] = Counter()
        self._guard = Lock()

    def page(self, user_id: str, filters: Filters, order: Order, limit: int, cursor: str | None) -> Page:
        """Memories in an order, a page at a time; memories without the time that is ordered by are left out."""
        after = cursor_of(cursor) if cursor else None
        rows = self._rows(checked_user(user_id), filters, order, checked_limit(limit) + 1, after)
        memories = [memory_of(row["memory"]) for row in still_there(rows[:limit])]
        given = (after.given if after else 0) + len(memories)
        more = (
            Cursor(given, _value(memories[-1], order), memories[-1].id).text()
            if len(rows) > limit and memories
            else None
        )
        return Page(memories=tuple(memories), next_cursor=more)

    def first(
        self, user_id: str, mode: Mode, question: str, filters: Filters, limit: int, cursor: str | None, *,
        explain: bool = False,
    ) -> Recalled:  # fmt: skip
        """The newest or the most important memories as hits, whatever the question; it tells the language of `why`."""
        language = answer_language(question)
        started = time.perf_counter()
        with counted() as trips, traced() as ran:
            order = Order.CREATED if mode is Mode.RECENT else Order.IMPORTANCE
            page = self.page(user_id, filters, order, limit, cursor)
            first = [_first_hit(memory, mode, language) for memory in page.memories]
            hits = self._marked(user_id, first, language, filters)
        recalled = _recalled(mode, hits, page.next_cursor, started, trips.count)
        return replace(recalled, trace=_trace(language, len(hits), ran)) if explain else recalled

    def content(
        self, user_id: str, text: str, filters: Filters, limit: int, cursor: str | None, *,
        order: Order = Order.CREATED, regex: bool = False, explain: bool = False,
    ) -> Recalled:  # fmt: skip
        """The memories that hold a text or match a pattern, as hits at the place where it stands.

        Looked through are the text, the title and the tags. Case does not matter. A text may run over lines, a pattern
        is held against one line at a time. The newest come first, or the most important. When time runs out, what was
        found comes with a note and a cursor. Raises Invalid for a pattern that is empty, too long, malformed or too
        slow, Unavailable while this user has others under way.
        """
        if order is Order.OCCURRED:
            raise Invalid("order", "a text is not looked for in that order.", allowed="created, importance")
        checked_user(user_id)
        checked_limit(limit)
        narrowed = filter_row(filters)
        pattern = _pattern(plain("pattern", text), regex=regex)
        same = asked_hash(user_id, Mode.CONTENT, f"{regex} {order}", text, narrowed)
        after = cursor_of(cursor, same) if cursor else None
        language = answer_language(text)
        started = time.perf_counter()
        with self._one_of_few(user_id, pattern), counted() as trips, traced() as ran:
            scan = self._scanned(user_id, narrowed, pattern, order, limit, after)
            matches = [_content_hit(row, places, language) for row, places in scan.matches]
            hits = self._marked(user_id, matches, language, filters)
        given = (after.given if after else 0) + len(hits)
        last = scan.last
        more = Cursor(given, _value(last, order), last.id, asked=same).text() if last else None
        recalled = _recalled(Mode.CONTENT, hits, more, started, trips.count)
        if last and not scan.in_time:
            recalled = replace(
                recalled, note=phrase("so-far", language, moment=f"{last.created_at.astimezone(UTC):%F %R} UTC")
            )
        return replace(recalled, trace=_trace(language, len(hits), ran)) if explain else recalled

    def history(self, user_id: str, memory_id: str) -> tuple[MemoryVersion, ...]:
        """What a memory was before each act that changed it, newest first. Raises NotFound."""
        return kept_versions(self._store, user_id, memory_id)

    def called(self, user_id: str, called: str, audience: str | None = None) -> str:
        """The id that is this or begins so, of what others may see. Raises NotFound, and Conflict where several do."""
        rows = self._store.read(
            "memory/called", user_id=user_id, called=plain("memory", called),
            audiences=asked_readers(audience), limit=_CALLED_MOST,
        )  # fmt: skip
        ids = [str(row["id"]) for row in rows]
        if not ids or not called:
            raise NotFound("memory", called)
        if len(ids) > 1 and called not in ids:
            raise Conflict(f"The ids of several memories begin so. Give more of the one you mean: {'; '.join(ids)}.")
        return called if called in ids else ids[0]

    def show(self, user_id: str, memory_id: str) -> MemoryDetail:
        """One memory with its entities and facts. Raises NotFound when this user has no such memory."""
        rows = still_there(
            self._store.read("memory/show", user_id=checked_user(user_id), id=memory_id, filters=_FOR_THE_USER)
        )
        if not rows:
            raise NotFound("memory", memory_id)
        row = rows[0]
        memory = memory_of(row["memory"])
        endings = endings_of(row["endings"], answer_language(memory.text), whole=memory.text)
        by_fact = {ending.fact_id: ending for ending in endings if ending.over}
        return MemoryDetail(
            memory=memory,
            chunks=row["chunks"],
            entities=entities_of(row["entities"]),
            facts=tuple(replace(fact, ending=by_fact.get(fact.id)) for fact in facts_of(row["facts"])),
            endings=endings,
            merged=tuple(row["merged"]),
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
            failed=row["failed"],
            pinned=row["pinned"],
            archived=row["archived"],
            characters=row["characters"],
            by_language=dict(sorted(row["languages"])),
            by_entity_type=dict(sorted(row["types"])),
            server=f"Neo4j {server}",
            embedding_model=model,
        )

    def _marked(self, user_id: str, hits: Sequence[Hit], language: str, filters: Filters) -> tuple[Hit, ...]:
        """The hits, each with what of its memory is over."""
        if not hits:
            return ()
        rows = self._store.read(
            "memory/endings", user_id=user_id, ids=[hit.memory.id for hit in hits], filters=filter_row(filters)
        )
        over = {row["id"]: row["endings"] for row in rows}
        return tuple(
            replace(hit, endings=endings_of(over[hit.memory.id], language, whole=hit.memory.text))
            if hit.memory.id in over
            else hit
            for hit in hits
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

    def _scanned(
        self,
        user_id: str,
        narrowed: Row,
        pattern: str | LinePattern,
        order: Order,
        limit: int,
        after: Cursor | None,
    ) -> _Scan:
        by_importance = order is Order.IMPORTANCE
        place: datetime | float = _importance(after) if by_importance else _moment(after)
        identity = after.id if after else _LAST_ID
        needle = pattern if isinstance(pattern, str) else None
        # What a packed text holds is seen here alone.
        packed = narrowed["status"] == Status.ARCHIVED
        matches: list[tuple[Row, _Places]] = []
        began = self._seconds()
        while True:
            page: Row = {
                "filters": narrowed, "needle": needle, "after": place, "after_id": identity,
                "limit": _PAGE if needle is None or packed else min(_PAGE, limit + 1), "most": _PAGE_TEXT,
            }  # fmt: skip
            if by_importance:
                rows = self._store.read("memory/texts_by_importance", user_id=user_id, **page)
            else:
                rows = self._store.read("memory/texts", user_id=user_id, **page)
            rows = still_there(rows)
            # From here on nothing is waited for: the time is the pattern's own.
            deadline = self._seconds() + _PATTERN_S
            for row in rows:
                places = self._places(row["memory"], pattern, deadline)
                if places:
                    matches.append((row, places))
                if len(matches) == limit:
                    more = row is not rows[-1] or row["more"]
                    return _Scan(matches, memory_of(row["memory"]) if more else None)
            if not rows or not rows[-1]["more"]:
                return _Scan(matches, None)
            last = memory_of(rows[-1]["memory"])
            if self._seconds() - began > _SCAN_S:
                return _Scan(matches, last, in_time=False)
            # As an offset, as it is stored: with a zone's name the same moment would count as another.
            place, identity = last.importance if by_importance else last.created_at.astimezone(UTC), last.id

    def _places(self, memory: Row, pattern: str | LinePattern, deadline: float) -> _Places | None:
        """Where a memory holds what is looked for: in its text, else in its title or one of its tags."""

        def places_in(text: str) -> _Places | None:
            return _holding(text, pattern) if isinstance(pattern, str) else self._matches(text, pattern, deadline)

        if places := places_in(memory["text"]):
            return places
        for field, texts in (("title", [memory["title"]]), ("tags", memory.get("tags") or [])):
            if any(places_in(text) for text in texts):
                return _Places((), 0, len(memory["text"]), field=field)
        return None

    @contextmanager
    def _one_of_few(self, user_id: str, pattern: str | LinePattern) -> Generator[None]:
        """Keeps one user's regular expressions from taking every thread. Raises Unavailable for one too many."""
        if isinstance(pattern, str):
            yield
            return
        with self._guard:
            if self._matching[user_id] >= _PATTERNS_AT_ONCE:
                raise Unavailable(
                    f"{_PATTERNS_AT_ONCE} searches by a regular expression of this user are under way. "
                    "Wait for one of them.",
                    retry_after=1.0,
                )
            self._matching[user_id] += 1
        try:
            yield
        finally:
            with self._guard:
                self._matching[user_id] -= 1
                if not self._matching[user_id]:
                    del self._matching[user_id]

    def _matches(self, text: str, pattern: LinePattern, deadline: float) -> _Places | None:
        """Where a pattern matches, line by line. Raises Invalid at the deadline."""
        numbers: list[int] = []
        first = (0, 0)
        for number, line in enumerate(text.splitlines()):
            if self._seconds() > deadline:
                raise too_slow()
            span = pattern.span(line)
            if span is None:
                continue
            if not numbers:
                first = span if span[0] < span[1] else (0, len(line))
            numbers.append(number)
            if len(numbers) == _LINES_MOST:
                break
        if not numbers:
            return None
        begin = _line_starts(text)[numbers[0]]
        return _Places(numbers, begin + first[0], begin + first[1])


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


def _pattern(pattern: str, *, regex: bool) -> str | LinePattern:
    """What to look for: a text in lower case, or an expression."""
    if not pattern.strip() or len(pattern) > _PATTERN_MOST:
        raise Invalid("pattern", "it is empty or too long.", allowed=f"1 to {_PATTERN_MOST} characters")
    if not regex:
        return pattern.lower()
    return line_pattern(pattern)


def _holding(text: str, needle: str) -> _Places | None:
    """Where a text stands in lower case, as the statement looks for it; once for each line it begins in."""
    lowered = text.lower()
    first = at = lowered.find(needle)
    if at < 0:
        return None
    starts = _line_starts(lowered)
    numbers: list[int] = []
    while at >= 0 and len(numbers) < _LINES_MOST:
        following = bisect_right(starts, at)
        numbers.append(following - 1)
        at = lowered.find(needle, starts[following]) if following < len(starts) else -1
    end = first + len(needle)
    if len(lowered) == len(text):
        return _Places(numbers, first, end)
    # One capital (İ) is two characters in lower case.
    ends = list(accumulate(len(letter.lower()) for letter in text))
    return _Places(numbers, bisect_right(ends, first), bisect_left(ends, end) + 1)


def _line_starts(text: str) -> list[int]:
    return list(accumulate((len(line) for line in text.splitlines(keepends=True)), initial=0))[:-1]


def _first_hit(memory: Memory, mode: Mode, language: str) -> Hit:
    if mode is Mode.RECENT:
        return _plain_hit(memory, phrase("newest", language))
    why = phrase("important", language, importance=f"{memory.importance:.1f}")
    return _plain_hit(memory, why, score=memory.importance)


def _plain_hit(memory: Memory, why: str, *, score: float = 0.0) -> Hit:
    return Hit(
        memory=memory, chunk_id=f"{memory.id}.0000", text=memory.text, start=0, end=len(memory.text), score=score,
        parts=Parts(), ties=(), entities=(), why=why, size_bytes=byte_count(memory.text),
    )  # fmt: skip


def _content_hit(row: Row, places: _Places, language: str) -> Hit:
    memory = memory_of(row["memory"])
    texts = memory.text.splitlines()
    lines = tuple(Line(number=number + 1, text=texts[number]) for number in places.lines)
    if places.field:
        return _plain_hit(memory, phrase(f"in-{places.field}", language))
    hit = _plain_hit(memory, phrase("line", language, numbers=", ".join(str(line.number) for line in lines)))
    start, end = places.start, places.end
    return replace(
        hit, chunk_id=_chunk_of(row["chunks"], start, end) or hit.chunk_id, text=memory.text[start:end],
        start=start, end=end, lines=lines,
    )  # fmt: skip


def _chunk_of(chunks: Iterable[Row], start: int, end: int) -> str | None:
    """The id of the chunk behind the first that holds all of a stretch, else of the last in which it may have begun."""
    begun = sorted((chunk for chunk in chunks if chunk["start"] <= start), key=lambda chunk: chunk["start"])
    holding = [chunk for chunk in begun if end <= chunk["end"]]
    return next((chunk["id"] for chunk in holding or begun[-1:]), None)


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
