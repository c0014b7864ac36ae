"""Tells which texts say what another one says already, so that a prompt is not told twice."""

from collections import Counter
from dataclasses import dataclass, field

from graph.wording import asks, numbers, wording

_RUN = 3
"""Words in a row, Japanese characters each as one, that are compared."""
_LEAST = 4
"""Words below which a text is too short to be looked for in others: only the same words repeat it."""
_NEW = 0.05
"""Share of a text that may be new in what still counts as a repetition; none in a short one."""


def held(said: str, told: str) -> bool:
    """Whether a wording gives no number, and asks nothing, that one which says nearly the same does not."""
    return numbers(said) <= numbers(told) and asks(said) == asks(told)


@dataclass(slots=True)
class Heard:
    """What was told so far; remembers texts by whom they are from and finds the one that says what another says."""

    _known: dict[str, str] = field(default_factory=dict[str, str])
    _whole: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    _by_run: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    _told: list[tuple[str, str, frozenset[str]]] = field(default_factory=list[tuple[str, str, frozenset[str]]])

    def add(self, key: str, teller: str, told: str, whole: str) -> None:
        """Remembers what was told of a whole text as part of what `key` names; `teller` is who said it, or nobody."""
        place = len(self._told)
        self._told.append((key, teller, numbers(self.wording(told))))
        self._whole.setdefault((teller, self.wording(whole)), key)
        for run in _runs(self.wording(told)):
            self._by_run.setdefault(run, []).append(place)

    def wording(self, text: str) -> str:
        """The wording of a text; the same text is asked about again whenever there is room again."""
        if text not in self._known:
            self._known[text] = wording(text)
        return self._known[text]

    def repeated(self, teller: str, text: str) -> str | None:
        """The key of what the same teller said in the same words, or of what holds nearly all of a text already, with
        all of its numbers.

        A word or two of a speaker are the answer to what somebody else said just before, and repeat nothing.
        """
        said = self.wording(text)
        runs = _runs(said)
        short = len(runs) + _RUN - 1 < _LEAST
        if short and teller:
            return None
        same = self._whole.get((teller, said))
        return same if same is not None or short else self._holding(teller, runs, numbers(said))

    def _holding(self, teller: str, runs: frozenset[str], given: frozenset[str]) -> str | None:
        counts = Counter(place for run in runs for place in self._by_run.get(run, ()))
        for place, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            if count < len(runs) - int(_NEW * len(runs)):
                return None
            key, who, told = self._told[place]
            if who == teller and given <= told:
                return key
        return None


def _runs(said: str) -> frozenset[str]:
    """Every three words in a row."""
    words = said.split(" ")
    return frozenset(" ".join(words[at : at + _RUN]) for at in range(max(1, len(words) - _RUN + 1)))
