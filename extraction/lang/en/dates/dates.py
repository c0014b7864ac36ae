"""Temporal expressions in English prose: where dates and times stand, and which period each means.

One scan of regular expressions instead of the statistical model's DATE: it costs next to nothing, has offsets, and
resolves the words. Durations ("three days"), recurrence ("every Tuesday") and vague times ("a few days ago") are no
dates. Where a sentence leaves the year or week open, its tense decides on the side of the memory's own moment.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from typing import Final

from extraction.lang.en.dates.calendar import LEXICON, MONTH, WEEKDAY, WORDS
from extraction.lang.en.dates.patterns import ENGLISH
from extraction.lang.en.modality.triggers import PLANNED_PARTICIPLES
from extraction.lang.shared import dates
from extraction.lang.shared.dates import Period
from extraction.lang.shared.expressions import Telling

DateSpan = tuple[int, int, Period]
"""The start and the end of a date in the text, and its period."""

_SENTENCE_END: Final = re.compile(r"[.!?](?=\s)|\n|[;:]\s")
_WORD: Final = re.compile(r"[a-z]+(?:['’][a-z]+)?", re.IGNORECASE)
_FUTURE: Final = LEXICON.words("future_sign")
_PAST: Final = LEXICON.words("past_form")
"""Forms of the past alone; those that may also be present (put, read, let) are left out."""
_PLANNED: Final = LEXICON.words("planned")
"""What was decided, booked or put off in the past may itself lie ahead: then the tense decides nothing."""
_MOVED_HOUSE: Final = re.compile(
    r"\b(?P<who>I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|who|[A-Z]\w+)(?:['’](?:ve|d|s))? "
    r"(?:(?:have|has|had|just|recently|finally) )*"
    r"moved (?:(?:in|away|house|home|here|there)\b|(?:back |over )?(?:to|from) (?:the )?(?P<place>\w+?)s?\b)"
)
"""A subject that moved to Bristol, which is past; what was moved to Friday is still to come."""
_NOT_MOVING: Final = LEXICON.words("not_moving_house")
_NOT_HOMES: Final = LEXICON.words("not_a_home")
"""Capitalised or not, what things are moved to and nobody goes to live in."""
_DAY_TO_CLOCK: Final = re.compile(r"[^\S\n]*(?:,|at|@|around|about|by|from|,\s*at)?\s*", re.IGNORECASE)
_CLOCK_TO_DAY: Final = re.compile(r"\s*(?:,|on|this(?=$)|the)?\s*", re.IGNORECASE)
_AHEAD: Final = re.compile(r"\b(?:to|for)\s+$", re.IGNORECASE)
"""Before a weekday that something was moved to or planned for: it lies ahead, though the sentence is in the past."""
_PLEASE: Final = re.compile(r"\bplease\b.*\b(?:after|before|by|on|until)\s+$", re.IGNORECASE | re.DOTALL)
"""Before the day by which somebody is asked to act; "please pay the bill of June 12" tells no side."""
_FIXED: Final = re.compile(
    r"\b(?:is|are|was|were|be|been)\s+fixed\s+(?:for|to)\b"
    r"|\b(?:extended|deferred|shifted|pushed|brought|put|changed|slipped)\b(?:\s+(?!on\b)\w+){0,6}?\s+(?:to|until|till)"
    rf"\s+(?:next\s+)?(?:\d{{1,2}}(?:st|nd|rd|th)?\s+)?(?:{MONTH}|{WEEKDAY})",
    re.IGNORECASE,
)
"""A day that was fixed or that something was put off to, and nothing that was repaired or pushed on that day."""
_WHOLE_DAYS: Final = ("day_month_year", "month_day_year")
_OPEN_DAYS: Final = ("day_month", "number_month", "day_before_month", "month_day", "days_of_month", "month_and_days")
"""Kinds of days whose year is that of the nearest to a whole day of their sentence, or to the day they run on from.

"Nov 1 - Nov 15, 2023", "over lunch on July 1, due by July 6, 2024", "from 9 May to 20 June".
"""
_STATE: Final = re.compile(
    r"\b(?:is|are|am) (?:\w+ly )?\w+ed\b(?:(?:, | and |, and )\w+ed\b)*"
    r"|\b(?:an?|the|my|our|your|his|her|its|their|\d+) \w+ed\b",
    re.IGNORECASE,
)
"""Participles that tell no past: "is certified, financed and goes on sale", "gets 24 wired sensors"."""
_BOUND: Final = re.compile(
    rf"[,;:–—](?=\s)|\b(?:and|but|so|because|while|that|which|who|{'|'.join(LEXICON.ordered('reporting'))})\b",
    re.IGNORECASE,
)
"""Between clauses, each of which has a tense of its own."""
_PRESENT: Final = re.compile(
    rf"\b(?:is|are|am|isn['’]t|aren['’]t|{'|'.join(LEXICON.ordered('timed_verb'))})\b|\w['’](?:re|m)\b"
    r"|\b(?:it|he|she|that|there)['’]s\b|\w['’]s (?=on |at |due )",
    re.IGNORECASE,
)
"""Verbs of the present that tell when something is; a name's ’s may be a possessive."""
_CLOCK_TO_CLOCK: Final = re.compile(r"\s*(?:to|until|till|and|-|–)\s*", re.IGNORECASE)


def find_dates(text: str, when: datetime, *, default_side: int | None = None) -> Iterator[DateSpan]:
    """Each date of the text as (start, end, period), in order, relative ones counted from `when` (zone-aware).

    `default_side`, of questions, is the side of `when` (−1 before, 1 after) of a date whose sentence does not show it.
    """
    pending: list[DateSpan] = []
    for current in _single_dates(text, when, default_side):
        between = text[pending[-1][1] : current[0]] if pending else ""
        combined = _combined(pending[-1], current, between) if pending else None
        if combined is not None:
            pending[-1] = combined
        elif pending and not _CLOCK_TO_CLOCK.fullmatch(between):
            yield from _on_one_day(pending)
            pending = [current]
        else:
            pending.append(current)
    yield from _on_one_day(pending)


def _on_one_day(run: list[DateSpan]) -> Iterator[DateSpan]:
    """The dates of a range such as "from 2 pm to 4 pm on Tuesday": times without a day get that of another."""
    minute = next((period for _, _, period in run if period.is_minute), None)
    for start, end, period in run:
        yield start, end, dates.on_day(minute, period) if minute and period.is_clock else period


def _single_dates(text: str, when: datetime, default_side: int | None) -> Iterator[DateSpan]:
    """Each expression on its own, before a day and a time are combined."""
    sides: dict[tuple[int, int], int] = {}
    first: tuple[int, datetime] | None = None
    matches = list(ENGLISH.matches(text))
    whole_days = [
        (match.start(), day.start)
        for kind, match in matches
        if kind in _WHOLE_DAYS and (day := ENGLISH.meaning(kind, match, Telling(when=when, side=0, text=text)))
    ]
    for kind, match in matches:
        bounds = _sentence_bounds(text, match.start())
        start, end = bounds
        if bounds not in sides:
            sides[bounds] = _side(text[start:end]) or default_side or 0
        side = sides[bounds]
        if side < 0 and default_side is None and _is_present(text[start:end], match.start() - start):
            side = 0
        if kind == "weekday" and _AHEAD.search(text[max(0, match.start() - 9) : match.start()]):
            side = max(side, 0)
        date_start = match.start() + len(match.groupdict().get("lead") or "")
        before = text[start : match.start()]
        if default_side is None and _SINCE.search(text[start:date_start]):
            side = -1
        elif side <= 0 and default_side is None and _is_coming(before, text[match.end() : end]):
            side = 1
        if not side and _PLEASE.search(before):
            side = 1
        near = [day for at, day in whole_days if start <= at < end] if kind in _OPEN_DAYS else []
        if (
            default_side is None
            and kind in _OPEN_DAYS
            and first is not None
            and _CLOCK_TO_CLOCK.fullmatch(text[first[0] : date_start])
        ):
            near.append(first[1])
        base, side = (near[0], 0) if near else (when, side)
        period = ENGLISH.meaning(kind, match, Telling(when=base, side=side, text=text, looks_back=default_side == -1))
        first = (match.end(), period.start) if period is not None and kind in _OPEN_DAYS else None
        if period is not None:
            yield date_start, match.end(), period


def _combined(first: DateSpan, second: DateSpan, between: str) -> DateSpan | None:
    """A day and a time of day side by side as one minute ("Friday at 5 pm"); None for any others."""
    if first[2].is_day and second[2].is_clock and _DAY_TO_CLOCK.fullmatch(between):
        return first[0], second[1], dates.on_day(first[2], second[2])
    if first[2].is_clock and second[2].is_day and _CLOCK_TO_DAY.fullmatch(between):
        return first[0], second[1], dates.on_day(second[2], first[2])
    return None


def _sentence_bounds(text: str, at: int) -> tuple[int, int]:
    """The start and the end of the sentence around a place, at most 200 characters on either side."""
    before = text[max(0, at - 200) : at]
    start = max((match.end() for match in _SENTENCE_END.finditer(before)), default=0)
    end = _SENTENCE_END.search(text, at, at + 200)
    return at - len(before) + start, end.start() if end else min(len(text), at + 200)


def _side(sentence: str) -> int:
    """−1 for a sentence in the past, 1 in the future, 0 with signs of neither or both."""
    words = [word.lower().replace("’", "'") for word in _WORD.findall(sentence)]
    active = {word.lower() for word in _WORD.findall(_STATE.sub(" ", sentence))}
    future = any(word in _FUTURE or word.endswith("'ll") for word in words) or "going to" in sentence
    past = any(word in _PAST or (word.endswith("ed") and len(word) > 4) for word in active)
    planned = _PLANNED.intersection(words) if past else set[str]()
    # "moved" is of a plan unless every one of them is of somebody who moved house
    if "moved" in planned and words.count("moved") == _house_moves(sentence):
        planned -= {"moved"}
    if planned or _FIXED.search(sentence):
        return int(future)
    return int(future) - int(past)


def _is_present(sentence: str, at: int) -> bool:
    """Whether a date stands in a clause in the present of a sentence that is past: "Raj said the audit is on"."""
    ends = [0, *(bound.end() for bound in _BOUND.finditer(sentence)), len(sentence)]
    start, end = next((first, last) for first, last in pairwise(ends) if at < last)
    clause = sentence[start:end]
    return _PRESENT.search(clause) is not None and _side(clause) == 0


def _is_coming(lead: str, tail: str) -> bool:
    """Whether a date is of a planned action in the present progressive: "so he is flying home on".

    `lead` is the sentence up to the date, `tail` the rest, where a past form makes it past ("… went well").
    """
    coming = _COMING.search(lead)
    if coming is None:
        return False
    words = [word.lower() for word in _WORD.findall(f"{lead[coming.start() :]} {tail}")]
    return not any(word in _PAST or word in ("since", "for", "from") or word.endswith("ed") for word in words)


_COMING: Final = re.compile(
    r"(?:\b(?:is|are|am)|\b(?:he|she|it|that|who)['’]s|['’](?:re|m)) (?:(?:not|also|now|then|probably|only) )?"
    rf"(?:{'|'.join(sorted(PLANNED_PARTICIPLES))})\b[^,;:]*$",
    re.IGNORECASE,
)
"""Verbs whose present progressive is a plan. A name's ’s is left out, as it may be a possessive (Tom's meeting)."""
_SINCE: Final = re.compile(r"\bsince (?:(?:last|early|mid|late) )?$", re.IGNORECASE)


def _house_moves(sentence: str) -> int:
    """How often somebody moved house in a sentence: what was moved to Friday, to Q3 or to Room 4 did not."""
    moves = ((moved["who"].lower(), moved["place"] or "Elsewhere") for moved in _MOVED_HOUSE.finditer(sentence))
    return sum(
        who not in _NOT_MOVING
        and place[0].isupper()
        and place.lower() not in WORDS | _NOT_HOMES
        and not any(map(str.isdigit, place))
        for who, place in moves
    )
