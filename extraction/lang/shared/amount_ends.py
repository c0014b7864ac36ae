"""Amounts as names of their own: 90分 of 「停止は90分」, "81 %" of "the disk is at 81 %".

Amounts that a fact between two names tells are names already. Others are where they end a literal fact, and in notes
of work, which name a ticket, a file, a host: there "4 GB" is told of again. Elsewhere what no fact tells stays words.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from extraction.lang.shared.amounts import Spot
from extraction.model.findings import Findings, FoundName
from extraction.names.identifiers import is_of_work
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType
from graph.tables import table_rows

_MOST_ROUND: Final = 12
"""Characters that an end may have beside its amount: "about", "at the latest", 前後."""
_SURE: Final = 0.8


def _units(*kinds: str) -> str:
    rows = table_rows("extraction.lang.shared", "note_units", "kind unit example")
    return "|".join(unit for kind, unit, _ in rows if kind in kinds)


_AMOUNT: Final = re.compile(
    r"(?<![\w.,/:#-])(?:[£€$¥] ?\d[\d,.]*\d|[£€$¥] ?\d|\d[\d,.]*"
    rf"(?:{_units('sign')}|(?:{_units('latin')})(?:/[a-z]+)?(?![\w-])"
    rf"|(?:千|万|億)?(?!歳)(?:{_units('counter')})(?![一-鿿ァ-ヺー])))"
)
"""A number with its unit; a date, an age, a place or score (2位, 3勝), a count without a counter ("70 people")
and the number of a thing are none.
"""
_DIGITS: Final = r"\d++(?:[.,]\d++)*+"
_WORDS: Final = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty"
_NUMBER: Final = rf"(?:{_DIGITS}|{_WORDS})"
_NUMBERS: Final = rf"(?:{_NUMBER}(?:, |,? (?:and|or|to) | ?[–/] ?)){{0,8}}{_NUMBER}"
"""A few numbers of one unit; bounded and without a choice, so that no row of numbers is read in many ways."""
_LATIN: Final = (
    rf"(?:[£€$¥] ?{_DIGITS}(?:[kKmM](?!\w))?(?!\w|[.,]\d)"
    rf"|(?<![\w.])(?:{_NUMBERS}(?:{_units('sign', 'latin')}))(?![\w/²³-]))"
)
_NUMERAL: Final = rf"(?:{_DIGITS}|[一二三四五六七八九十百千万数]{{1,12}}+(?=[^一-鿿]))(?:千|万|億)?"
_NOTED: Final = re.compile(
    rf"(?<![\d.,/:#@_=A-Za-z-]){_LATIN}(?:(?: \+ | ){_LATIN})*(?: (?:an?|per|each) [a-z]+)?"
    rf"|(?<![\d.,/:#@_=A-Za-z第億万千百十-]){_NUMERAL}(?:{_units('sign', 'counter')})"
    r"(?:\d+(?:分|秒))?(?![一-鿿ァ-ヺーA-Za-z目])"
)
"""An amount in a note of work, with what is added to it and what it is for: "1.4 % + €0.12", "9 GB a week"."""


def with_amount_ends(findings: Findings, text: str, find_amounts: Callable[[str], Iterable[Spot]]) -> Findings:
    """The findings with the amounts at the ends of their literal facts among the names, and all of a note of work.

    What `find_amounts` knows the unit of has its name in every language: JPY 1800000 for 180万円.
    """
    spans = sorted(set(_spans(findings.literals, text)))
    noted = [match.span() for match in _NOTED.finditer(text)] if is_of_work(findings.names) else []
    names = [_widened(name, noted, text) for name in findings.names]
    taken = [(name.start, name.end) for name in names]
    added: list[FoundName] = []
    for start, end in (*noted, *spans):
        if not any(start < stop and begin < end for begin, stop in taken):
            taken.append((start, end))
            surface = text[start:end]
            whole = (amount for first, last, amount in find_amounts(surface) if last - first == len(surface))
            known = next((amount.name for amount in whole), "")
            added.append(
                FoundName(
                    start=start,
                    end=end,
                    surface=surface,
                    name=known or surface,
                    type=EntityType.CONCEPT,
                    confidence=_SURE,
                    reasons=("amount",),
                    method="amount",
                    subtype="quantity",
                )
            )
    return replace(findings, names=(*names, *added)) if added or noted else findings


def _widened(name: FoundName, noted: Iterable[tuple[int, int]], text: str) -> FoundName:
    """An amount with the rest of it: "£18,400 a year" of £18,400."""
    around = [
        span
        for span in noted
        if name.type is EntityType.CONCEPT and span[0] == name.start < name.end < span[1] and name.surface[-1:] != "年"
    ]
    is_amount = any(character.isdigit() for character in name.surface)
    if not around or not is_amount or " + " in text[slice(*around[0])]:
        return name
    return replace(name, end=around[0][1], surface=text[slice(*around[0])])


def _spans(literals: tuple[LiteralFact, ...], text: str) -> Iterator[tuple[int, int]]:
    for fact in literals:
        for words in (fact.subject_text, fact.object_text, *(part.text for part in fact.arguments)):
            amounts = list(_AMOUNT.finditer(words))
            if len(amounts) != 1 or len(words) - len(amounts[0][0]) > _MOST_ROUND:
                continue
            place = text.find(words, fact.start, fact.end)
            if place >= 0:
                yield place + amounts[0].start(), place + amounts[0].end()
