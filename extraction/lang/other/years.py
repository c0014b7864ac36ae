"""The year of a day whose date has none by the patterns of CLDR: beside it in another form, or told by a word."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from extraction.text.words import JAPANESE, UNSPACED
from graph.tables import table_rows, values

AFTER: Final = r"(?!\d|[.,:/-]\d)"
"""What must not follow a number of a date."""

_BLANK: Final = r"[^\S\n]*"
_PARTED: Final = r"(?:[^\S\n]|[,('’])*"
_WORDS_BETWEEN: Final = rf"{_PARTED}(?:[^\s\d,('’]{{1,4}}(?=[\s\d,('’]|$){_PARTED}){{0,2}}"
"""At most two short words or signs."""
_REACH: Final = 40
"""Characters before a date in which its year is looked for."""
_YEAR: Final = r"(?:1[5-9]|20)\d\d"
_AHEAD: Final = 20
"""Years ahead that two digits may mean; what lies later is of the century before."""
_CENTURY: Final = 100
_NEVER: Final = r"(?!)"


class StatedYear(NamedTuple):
    """A year, and the end of its words in the text."""

    year: int
    end: int


class Years:
    """The years of one language, by its ISO 639 code; `first`: its dates begin with the year."""

    def __init__(self, language: str, *, first: bool) -> None:
        rows = table_rows("extraction.lang.other", "years", "language list words example")
        words = {name: values(cell) for code, name, cell, _ in rows if code == language}
        self.required = frozenset(words.get("needs_year", ()))
        """Months that are read with a year only."""
        linked = rf"{any_of(words.get('before_year', ()))}{_BLANK}(?P<linked>1\d{{3}}|20\d\d)"
        year = rf"{_BLANK},?{_BLANK}(?:{linked}|(?P<year>{_YEAR})|['’](?P<short>\d\d)){AFTER}"
        another = any_of(words.get("another_year", ()))
        self._behind = re.compile(_NEVER if first else year, re.IGNORECASE)
        number = _NEVER if first else r"\d{3,4}(?!\d)"
        self._unclear_behind = re.compile(rf"{_WORDS_BETWEEN}(?:{number}|{another})", re.IGNORECASE)
        self._unclear_before = re.compile(rf"(?:(?<!\d){_YEAR}(?!\d)|{another}){_WORDS_BETWEEN}$", re.IGNORECASE)

    def stated(self, text: str, end: int, this_year: int) -> StatedYear | None:
        """The year that follows a date of this end: "del 2019", ", 2019", "'19"."""
        match = self._behind.match(text, end)
        if match is None:
            return None
        if not match["short"]:
            return StatedYear(int(match["linked"] or match["year"]), match.end())
        year = this_year - this_year % _CENTURY + int(match["short"])
        return StatedYear(year - _CENTURY if year > this_year + _AHEAD else year, match.end())

    def is_unclear(self, text: str, start: int, end: int, since: int) -> bool:
        """Whether a word for another year, or a number that may be one, is beside a date; before it from `since` on."""
        before = text[max(since, start - _REACH) : start]
        return bool(self._unclear_behind.match(text, end) or self._unclear_before.search(before))


def any_of(words: Iterable[str], *, whole: bool = True) -> str:
    """The expression of any of some words, the longest first; `whole`: no letter may follow, where words have spaces.

    Without words it matches nowhere.
    """
    longest_first = sorted(words, key=len, reverse=True)
    return f"(?:{'|'.join(_expression(word, whole=whole) for word in longest_first) or _NEVER})"


def _expression(word: str, *, whole: bool) -> str:
    letters = re.escape(word).replace("'", "['’]")
    return rf"{letters}(?![^\W\d_])" if whole and word[-1].isalpha() and _is_spaced(word[-1]) else letters


def _is_spaced(letter: str) -> bool:
    return not (JAPANESE.match(letter) or UNSPACED.match(letter))
