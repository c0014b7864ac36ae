"""Tells which texts say what another one says already, so that a prompt is not told twice."""

from collections import Counter
from dataclasses import dataclass, field

from graph.intake.text_identity import asks, numbers, wording

_RUN = 3
"""Words in a row, Japanese characters each as one, that are compared."""
_LEAST = 4
"""Words below which a text is too short to be looked for in others: only the same words repeat it."""
_NEW = 0.05
"""Share of a text that may be new in what still counts as a repetition; none in a short one."""


def held(said: str, told: str) -> bool:
    """Whether a wording gives no number, and asks nothing, that one which says nearly the same does not."""
    return numbers(said) <= numbers(told) and asks(said) == asks(told)


@dataclass(frozen=True, slots=True)
class _Read:
    """What is compared of a text."""

    wording: str
    runs: frozenset[str]
    numbers: frozenset[str]


@dataclass(slots=True)
class Heard:
    """What was told so far; remembers texts by whom they are from and finds the one that says what another says."""

    _known: dict[str, _Read] = field(default_factory=dict[str, _Read])
    _whole: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    _by_run: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    _told: list[tuple[str, str, frozenset[str]]] = field(default_factory=list[tuple[str, str, frozenset[str]]])

    def add(self, key: str, teller: str, told: str, whole: str) -> None:
        """Remembers what was told of a whole text as part of what `key` names; `teller` is who said it, or nobody."""
        place, read = len(self._told), self._read(told)
        self._told.append((key, teller, read.numbers))
        self._whole.setdefault((teller, self.wording(whole)), key)
        for run in read.runs:
            self._by_run.setdefault(run, []).append(place)

    def wording(self, text: str) -> str:
        """The wording of a text."""
        return self._read(text).wording

    def _read(self, text: str) -> _Read:
        # The same text is asked about again whenever there is room again.
        if text not in self._known:
            said = wording(text)
            self._known[text] = _Read(said, _runs(said), numbers(said))
        return self._known[text]

    def repeated(self, teller: str, text: str) -> str | None:
        """The key of what the same teller said in the same words, or of what holds nearly all of a text already, with
        all of its numbers.

        Three words or fewer of a speaker are the answer to what somebody else said just before, and repeat nothing.
        """
        said = self._read(text)
        short = len(said.runs) + _RUN - 1 < _LEAST
        if short and teller:
            return None
        same = self._whole.get((teller, said.wording))
        return same if same is not None or short else self._holding(teller, said)

    def _holding(self, teller: str, said: _Read) -> str | None:
        counts = Counter(place for run in said.runs for place in self._by_run.get(run, ()))
        for place, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            if count < len(said.runs) - int(_NEW * len(said.runs)):
                return None
            key, who, told = self._told[place]
            if who == teller and said.numbers <= told:
                return key
        return None


def _runs(said: str) -> frozenset[str]:
    """Every three words in a row."""
    words = said.split(" ")
    if len(words) <= _RUN:
        return frozenset((said,))
    return frozenset(map(" ".join, zip(*(words[at:] for at in range(_RUN)), strict=False)))
