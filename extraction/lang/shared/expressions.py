"""One scan over a text for many kinds of expressions, each with its own meaning: how both languages read dates."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import partial

from extraction.lang.shared.dates import Period, valid


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """What an expression is read against.

    `when` is zone-aware: the moment of the memory. `side` tells where the sentence places what has no year or week:
    −1 before the moment, 1 after it, 0 untold. `text` is the whole text. `before` is the date told last that does not
    count from the moment; `near` whether it stands close by in the same sentence, `runs` whether a run goes on from it.
    `looks_back`: a question after what was.
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
        """The zone that dates of the text lie in: the memory's own. Raises ValueError when it has none."""
        zone = self.when.tzinfo
        if zone is None:
            raise ValueError("the moment that dates count from has no time zone")
        return zone


Meaning = Callable[[re.Match[str], Telling], Period | None]
"""The period an expression means; None or a ValueError for what only looks like a date."""


Starts = Callable[[str], Iterator[int]]
"""The places of a text, in order, where an expression may begin: a cheap look that spares the patterns most of it."""


class Expressions:
    """Kinds of expressions in order of precedence; group names belong to the kind that uses them."""

    def __init__(self, kinds: Sequence[tuple[str, str, Meaning]], starts: Starts, *, flags: int = 0) -> None:
        alternatives = "|".join(f"(?P<{name}>{_nameless(pattern)})" for name, pattern, _ in kinds)
        self._all = re.compile(alternatives, flags)
        self._each = {name: (re.compile(pattern, flags), meaning) for name, pattern, meaning in kinds}
        self._starts = starts

    def matches(self, text: str) -> Iterator[tuple[str, re.Match[str]]]:
        """The kind and match of each expression in the order of the text, none overlapping another."""
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
    """What a group of the match holds in small letters; nothing when the pattern has no such group."""
    return (match.groupdict().get(name) or "").lower()


def _nameless(pattern: str) -> str:
    return re.sub(r"\(\?P<\w+>", "(?:", pattern)
