"""Rewrites date ranges of a question into a form that the date readers know, and maps spans back.

"between the 3rd and the 5th of May" becomes "May 3–5", "between May and July" a date, "until" and a date. The readers
would count リリースの3日前 from today.
"""

import re
from typing import Final, NamedTuple

from extraction.lang.en.dates import calendar as english
from extraction.lang.ja.dates import calendar as japanese

UNTIL: Final = "until"
"""The word between the two dates of a rewritten range."""

_NUMBER: Final = r"(?:[12]\d|3[01]|0?[1-9])"
_ORDINAL: Final = r"(?:st|nd|rd|th)?"
_JOINT: Final = r"\s+(?:and|to|until|till|through)\s+"
_AHEAD: Final = (
    rf"(?=(?:the\s+|early\s+|late\s+|mid\s+)?(?:{english.MONTH}|{english.WEEKDAY}|\d|now\b|today|yesterday"
    r"|last\s|this\s))"
)
_BETWEEN: Final = re.compile(
    rf"\b(?:between|from)\s+{_AHEAD}(?P<first>[^.?!\n]{{1,40}}?){_JOINT}{_AHEAD}", re.IGNORECASE
)
_DAYS: Final = (
    re.compile(
        rf"\b(?:between|from)\s+(?P<month>{english.MONTH})\s+(?:the\s+)?(?P<first>{_NUMBER}){_ORDINAL}{_JOINT}"
        rf"(?:the\s+)?(?P<last>{_NUMBER}){_ORDINAL}(?![\w:])",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:between|from)\s+(?:the\s+)?(?P<first>{_NUMBER}){_ORDINAL}{_JOINT}(?:the\s+)?(?P<last>{_NUMBER})"
        rf"{_ORDINAL}\s+(?:of\s+)?(?P<month>{english.MONTH})",
        re.IGNORECASE,
    ),
)
"""Days of one month: "from May 3 to the 5th", "between the 3rd and the 5th of May"."""
_AWAY: Final = re.compile(
    r"(?<=[一-鿿々ァ-ヴーA-Za-z0-9ぁ-ん])(?<!さん)(?<!ちゃん)(?<!くん)(?<![私僕俺彼今])(?<!彼女)"
    rf"の(?:{japanese.COUNT})\s*(?:日|週間?|[かヶケカ箇]月|年|時間|分)(?P<side>前|後)(?=[にはも、]|$)"
)
"""An offset from an event; behind a person it is relative to now (田中さんの3日前の発言)."""


class Reworded(NamedTuple):
    """A rewritten question: the text between `start` and `end` replaces some of the original."""

    text: str
    start: int = 0
    end: int = 0
    longer: int = 0
    """How much longer the rewritten text is."""

    def back(self, span: tuple[int, int]) -> tuple[int, int]:
        """The span in the original of a span of the rewritten text; the rewritten part counts as a whole."""
        start, end = span
        if self.start < end and start < self.end:
            start, end = min(start, self.start), max(end, self.end)
        return self._place(start), self._place(end)

    def _place(self, at: int) -> int:
        return at if at <= self.start else at - self.longer


def reworded(text: str) -> Reworded:
    """The question with its first date range rewritten."""
    for pattern in _DAYS:
        days = pattern.search(text)
        if days:
            return _replaced(text, days, f"{days['month']} {days['first']}–{days['last']}")
    run = _BETWEEN.search(text)
    return _replaced(text, run, f"from {run['first']} {UNTIL} ") if run else Reworded(text)


def without_distance(text: str) -> Reworded:
    """The question with an offset from an event reduced to before or after it: リリースの3日前 to リリースの前."""
    away = _AWAY.search(text)
    return _replaced(text, away, f"の{away['side']}") if away else Reworded(text)


def _replaced(text: str, match: re.Match[str], words: str) -> Reworded:
    start, end = match.span()
    return Reworded(f"{text[:start]}{words}{text[end:]}", start, start + len(words), len(words) - (end - start))
