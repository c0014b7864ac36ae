"""Dates and times in English prose: which stretches of text name one, and which period each means.

One scan of regular expressions instead of the statistical model's DATE: it costs next to nothing, has offsets, and
says what the words mean. What lasts ("three days"), recurs ("every Tuesday") or stays vague ("a few days ago") is no
date. Where a sentence leaves the year or week open, its tense tells the side of the memory's own moment.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from extraction.lang.en.dates.calendar import WORDS
from extraction.lang.en.dates.periods import ENGLISH
from extraction.lang.en.modality.triggers import PLANNED_PARTICIPLES
from extraction.lang.shared import dates
from extraction.lang.shared.dates import Period
from extraction.lang.shared.expressions import Telling

Dated = tuple[int, int, Period]
"""Where a date stands, and what it means."""

_SENTENCE_END: Final = re.compile(r"[.!?](?=\s)|\n|[;:]\s")
_WORD: Final = re.compile(r"[a-z]+(?:['’][a-z]+)?", re.IGNORECASE)
_FUTURE: Final = frozenset(
    "will shall gonna won't tomorrow upcoming plan plans planning scheduled let's".split()  # noqa: SIM905
)
_PASTS: Final = (
    "was were had did didn't wasn't weren't hadn't went came saw met got made took gave told said knew thought "
    "found left felt became began kept brought wrote sat stood lost paid sent built spent grew won bought ate "
    "drank drove flew fell ran slept wore spoke broke chose taught caught held sold led heard rose forgot woke "
    "swam sang lent hid "
)
"""Forms that tell of the past alone; those that may also be present (put, read, let) are left out."""
_PAST: Final = frozenset(_PASTS.split())
_PLANNED: Final = frozenset(
    "by before until till deadline due planned booked reserved postponed moved rescheduled delayed agreed promised "  # noqa: SIM905
    "decided asked confirmed approved accepted invited signed ordered arranged offered expected set announced".split()
)
"""What was decided, booked or put off in the past may itself lie ahead: then the tense tells no side."""
_RESETTLED: Final = re.compile(
    r"\b(?P<who>I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|who|[A-Z]\w+)(?:['’](?:ve|d|s))? "
    r"(?:(?:have|has|had|just|recently|finally) )*"
    r"moved (?:(?:in|away|house|home|here|there)\b|(?:back |over )?(?:to|from) (?:the )?(?P<place>\w+?)s?\b)"
)
"""Who moved to Bristol is there; what was moved to Friday is still to come."""
_NO_MOVERS: Final = frozenset(
    "breakfast call class dinner event everything exam game it launch lunch match meeting party practice rehearsal "  # noqa: SIM905
    "review school session that this training".split()
)
_NO_HOMES: Final = frozenset("christmas easter gym phase plan room stage teams thanksgiving zoom".split())  # noqa: SIM905
"""Capitalised or not, what things are moved to and nobody goes to live in."""
_DAY_TO_CLOCK: Final = re.compile(r"\s*(?:,|at|@|around|about|by|from|,\s*at)?\s*", re.IGNORECASE)
_CLOCK_TO_DAY: Final = re.compile(r"\s*(?:,|on|this(?=$)|the)?\s*", re.IGNORECASE)
_AHEAD: Final = re.compile(r"\b(?:to|for)\s+$", re.IGNORECASE)
"""What a weekday was moved to or planned for lies ahead, though the sentence tells of the past."""
_PLEASE: Final = re.compile(r"\bplease\b.*\b(?:after|before|by|on|until)\s+$", re.IGNORECASE | re.DOTALL)
"""What somebody is asked to do by a day; "please pay the bill of June 12" tells nothing."""
_FIXED: Final = re.compile(r"\b(?:is|are|was|were|be|been)\s+fixed\s+(?:for|to)\b", re.IGNORECASE)
"""A day that was fixed, and nothing that was mended."""
_CLOCK_TO_CLOCK: Final = re.compile(r"\s*(?:to|until|till|and|-|–)\s*", re.IGNORECASE)


def found(text: str, when: datetime, *, untold: int | None = None) -> Iterator[Dated]:
    """Each date of the text as (start, end, period), in order, relative ones counted from `when` (zone-aware).

    `untold`, of questions, is the side of `when` (−1 before, 1 after) of a date whose sentence does not tell it.
    """
    waiting: list[Dated] = []
    for current in _single(text, when, untold):
        between = text[waiting[-1][1] : current[0]] if waiting else ""
        joined = _joined(waiting[-1], current, between) if waiting else None
        if joined is not None:
            waiting[-1] = joined
        elif waiting and not _CLOCK_TO_CLOCK.fullmatch(between):
            yield from _on_one_day(waiting)
            waiting = [current]
        else:
            waiting.append(current)
    yield from _on_one_day(waiting)


def _on_one_day(run: list[Dated]) -> Iterator[Dated]:
    """A run such as "from 2 pm to 4 pm on Tuesday": times without a day get the day that another of them has."""
    minute = next((period for _, _, period in run if period.is_minute), None)
    for start, end, period in run:
        yield start, end, dates.on_day(minute, period) if minute and period.is_clock else period


def _single(text: str, when: datetime, untold: int | None) -> Iterator[Dated]:
    """Each expression on its own."""
    sides: dict[tuple[int, int], int] = {}
    for kind, match in ENGLISH.found(text):
        frame = _sentence(text, match.start())
        if frame not in sides:
            sides[frame] = _side(text[frame[0] : frame[1]]) or untold or 0
        side = (
            max(sides[frame], 0)
            if kind == "weekday" and _AHEAD.search(text[max(0, match.start() - 9) : match.start()])
            else sides[frame]
        )
        lead = match.start() + len(match.groupdict().get("lead") or "")
        if untold is None and _SINCE.search(text[frame[0] : lead]):
            side = -1
        elif side <= 0 and untold is None and _is_coming(text[frame[0] : match.start()], text[match.end() : frame[1]]):
            side = 1
        if not side and _PLEASE.search(text[frame[0] : match.start()]):
            side = 1
        period = ENGLISH.meaning(kind, match, Telling(when=when, side=side, text=text, looks_back=untold == -1))
        if period is not None:
            yield lead, match.end(), period


def _joined(first: Dated, second: Dated, between: str) -> Dated | None:
    """A day and a time of day that stand side by side, as the minute they tell; None for any others."""
    if first[2].is_day and second[2].is_clock and _DAY_TO_CLOCK.fullmatch(between):
        return first[0], second[1], dates.on_day(first[2], second[2])
    if first[2].is_clock and second[2].is_day and _CLOCK_TO_DAY.fullmatch(between):
        return first[0], second[1], dates.on_day(second[2], first[2])
    return None


def _sentence(text: str, at: int) -> tuple[int, int]:
    """Where the sentence around a place begins and ends, seen from at most 200 characters around."""
    before = text[max(0, at - 200) : at]
    start = max((match.end() for match in _SENTENCE_END.finditer(before)), default=0)
    end = _SENTENCE_END.search(text, at, at + 200)
    return at - len(before) + start, end.start() if end else min(len(text), at + 200)


def _side(sentence: str) -> int:
    """−1 when the sentence tells of the past, 1 of the future, 0 when it has signs of neither or both."""
    words = [word.lower().replace("’", "'") for word in _WORD.findall(sentence)]
    future = any(word in _FUTURE or word.endswith("'ll") for word in words) or "going to" in sentence
    past = any(word in _PAST or (word.endswith("ed") and len(word) > 4) for word in words)
    planned = _PLANNED.intersection(words) if past else set[str]()
    # One that did not go to live elsewhere may be all that the date belongs to.
    if "moved" in planned and words.count("moved") == _resettled(sentence):
        planned -= {"moved"}
    if planned or _FIXED.search(sentence):
        return int(future)
    return int(future) - int(past)


def _is_coming(lead: str, tail: str) -> bool:
    """Whether a date is of what somebody is about to do ("so he is flying home on"), whatever the sentence told before.

    `lead` is the sentence up to the date, `tail` what follows it; a past behind it tells of what was ("… went well").
    """
    coming = _COMING.search(lead)
    if coming is None:
        return False
    since = [word.lower() for word in _WORD.findall(f"{lead[coming.start() :]} {tail}")]
    return not any(word in _PAST or word in ("since", "for", "from") or word.endswith("ed") for word in since)


_COMING: Final = re.compile(
    r"(?:\b(?:is|are|am)|\b(?:he|she|it|that|who)['’]s|['’](?:re|m)) (?:(?:not|also|now|then|probably|only) )?"
    rf"(?:{'|'.join(sorted(PLANNED_PARTICIPLES))})\b[^,;:]*$",
    re.IGNORECASE,
)
"""Doings that are told as under way when they are planned. A name's ’s may be a possessive (Tom's meeting)."""
_SINCE: Final = re.compile(r"\bsince (?:(?:last|early|mid|late) )?$", re.IGNORECASE)


def _resettled(sentence: str) -> int:
    """How often somebody went to live elsewhere: what was moved to Friday, to Q3 or to Room 4 did not."""
    found = ((moved["who"].lower(), moved["place"] or "Elsewhere") for moved in _RESETTLED.finditer(sentence))
    return sum(
        who not in _NO_MOVERS
        and place[0].isupper()
        and place.lower() not in WORDS | _NO_HOMES
        and not any(map(str.isdigit, place))
        for who, place in found
    )
