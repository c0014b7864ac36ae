"""A scanner for several kinds of expressions, each with a meaning function. Both languages read dates with it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import partial

from extraction.lang.shared.dates import Period, valid


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """The context in which an expression is interpreted.

    `when` is zone-aware: the time of the memory. `side` is where the sentence places a date without year or week: −1
    before `when`, 1 after it, 0 unknown. `text` is the whole text. `before` is the last date before the expression that
    is not relative to `when`, `near` whether it is in the same sentence, `runs` whether a range continues from it.
    `looks_back`: the text is a question about the past.
    """

    when: datetime
    side: int
    text: str
    before: Period | None = None
    near: bool = False
    runs: bool = False
    looks_back: bool = False

    @property
    def zone(self) -> tzinfo:
        """The time zone of dates in the text, that of the memory. Raises ValueError when it has none."""
        zone = self.when.tzinfo
        if zone is None:
            raise ValueError("the moment that dates count from has no time zone")
        return zone


Meaning = Callable[[re.Match[str], Telling], Period | None]
"""The period that an expression means; None or a ValueError for what only looks like a date."""


Starts = Callable[[str], Iterator[int]]
"""The places of a text, in order, where an expression may begin: a cheap filter before the patterns."""


class Expressions:
    """Kinds of expressions in order of precedence, each a name, a pattern and a meaning."""

    def __init__(self, kinds: Sequence[tuple[str, str, Meaning]], starts: Starts, *, flags: int = 0) -> None:
        alternatives = "|".join(f"(?P<{name}>{_nameless(pattern)})" for name, pattern, _ in kinds)
        self._all = re.compile(alternatives, flags)
        self._each = {name: (re.compile(pattern, flags), meaning) for name, pattern, meaning in kinds}
        self._starts = starts

    def matches(self, text: str) -> Iterator[tuple[str, re.Match[str]]]:
        """The kind and match of each expression in the order of the text, without overlaps."""
        end = 0
        for start in self._starts(text):
            match = self._all.match(text, start) if start >= end else None
            if match is None:
                continue
            kind = str(match.lastgroup)
            again = self._each[kind][0].match(text, start)
            if again is not None:
                end = again.end()
                yield kind, again

    def meaning(self, kind: str, match: re.Match[str], telling: Telling) -> Period | None:
        """The period that a match of a kind means, None when the calendar has none."""
        return valid(partial(self._each[kind][1], match, telling))


def word(match: re.Match[str], name: str) -> str:
    """The lower-cased content of a group, empty when the pattern has no such group."""
    return (match.groupdict().get(name) or "").lower()


def _nameless(pattern: str) -> str:
    return re.sub(r"\(\?P<\w+>", "(?:", pattern)
