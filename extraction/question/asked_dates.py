"""The days of a question in the other ways of writing them, for the full-text index: "April 1" finds 4/1 and 4月1日."""

import re
from collections.abc import Iterator
from typing import Final

from extraction.lang.en.dates.calendar import DAY_NUMBER, MONTH, MONTHS, month_number
from extraction.text.words import spaced_words

_NAMED: Final = re.compile(
    rf"\b(?:(?P<month>{MONTH})\s+(?:the\s+)?(?P<day>{DAY_NUMBER})(?:st|nd|rd|th)?"
    rf"|(?P<day_before>{DAY_NUMBER})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month_behind>{MONTH}))(?!\w|[.:]\d)",
    re.IGNORECASE,
)
_IN_FIGURES: Final = re.compile(rf"(?<![\d/.:-])(?P<month>1[0-2]|0?[1-9])(?:/|月)(?P<day>{DAY_NUMBER})(?![\d/.:-])")


def days_otherwise(text: str) -> Iterator[str]:
    """Phrases of index words: "4 1" and "apr 1" of "April 1", "april 1" and "apr 1" of 4/1 and 4月1日."""
    for match in _NAMED.finditer(text):
        month, day = match["month"] or match["month_behind"], int(match["day"] or match["day_before"])
        number, name = month_number(month), month.lower().rstrip(".")
        yield f"{number} {day}"
        yield from _named(number, day, without=name)
    for match in _IN_FIGURES.finditer(text):
        yield from _named(int(match["month"]), int(match["day"]))


def _named(month: int, day: int, *, without: str = "") -> Iterator[str]:
    for name, number in MONTHS.items():
        if number == month and name != without:
            yield " ".join(spaced_words(f"{name} {day}", "en"))
