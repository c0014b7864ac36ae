"""Amounts at the end of a literal fact as names of their own: 90分 of 「停止は90分」, "81 %" of "the disk is at 81 %".

Amounts that a fact between two names tells are names already; what no fact tells stays words.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from extraction.lang.shared.amounts import Spot
from extraction.model.findings import Findings, FoundName
from graph.model.extraction import LiteralFact
from graph.model.reading.amount_names import UNITS
from graph.model.types import EntityType

_TIMES: Final = (
    "ns", "µs", "ms", "s", "secs?", "seconds?", "mins?", "minutes?", "hrs?", "hours?", "days?", "weeks?", "months?",
    "years?",
)  # fmt: skip
"""Units of time, of which the amounts that two names share have "h" and "min" alone."""
_UNIT: Final = "|".join((*_TIMES, "N·m", *(re.escape(unit) for unit in sorted(UNITS, key=len, reverse=True))))
_AMOUNT: Final = re.compile(
    r"(?<![\w.,/:#-])(?:[£€$¥] ?\d[\d,.]*\d|[£€$¥] ?\d|\d[\d,.]*"
    rf"(?: ?[%％]| ?(?:{_UNIT})(?:/[a-z]+)?(?![\w-])|[一-鿿]{{1,2}}(?![一-鿿ァ-ヺー])))"
)
"""A number with its unit; a bare number, a date, a count ("6 of them", "70 people") and the number of a thing are none.

Japanese counts have a counter for unit (38件); places and scores (2位, 3勝) are none either.
"""
_MOST_ROUND: Final = 12
"""Characters that an end may have beside its amount: "about", "at the latest", 前後."""
_NO_UNIT: Final = re.compile(r"(?:[年月日時号位番対目勝敗歳]|日頃|年度|月末)$")
_SURE: Final = 0.8


def with_amount_ends(findings: Findings, text: str, find_amounts: Callable[[str], Iterable[Spot]]) -> Findings:
    """The findings with the amounts at the ends of their literal facts among the names.

    What `find_amounts` knows the unit of has its name in every language: JPY 1800000 for 180万円.
    """
    taken = [(name.start, name.end) for name in findings.names]
    added: list[FoundName] = []
    for start, end in sorted(set(_spans(findings.literals, text))):
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
    return replace(findings, names=(*findings.names, *added)) if added else findings


def _spans(literals: tuple[LiteralFact, ...], text: str) -> Iterator[tuple[int, int]]:
    for fact in literals:
        for words in (fact.subject_text, fact.object_text, *(part.text for part in fact.arguments)):
            amounts = [match for match in _AMOUNT.finditer(words) if not _NO_UNIT.search(match[0])]
            if len(amounts) != 1 or len(words) - len(amounts[0][0]) > _MOST_ROUND:
                continue
            place = text.find(words, fact.start, fact.end)
            if place >= 0:
                yield place + amounts[0].start(), place + amounts[0].end()
