"""Tells which texts say what another one says already, so that a prompt is not told twice."""

import re
from collections import Counter
from dataclasses import dataclass, field

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_]+")
_NUMBER = re.compile(r"\d+")
_RUN = 3
"""Words in a row, Japanese characters each as one, that are compared."""
_LEAST = 4
"""Words below which a text is too short to be compared: only the same text repeats it."""
_NEW = 0.05
"""Share of a text that may be new in what still counts as a repetition; none in a short one."""


def shingles(text: str) -> frozenset[str]:
    """Every three words in a row, without case and punctuation."""
    words = _WORD.findall(text.casefold())
    return frozenset(" ".join(words[at : at + _RUN]) for at in range(max(1, len(words) - _RUN + 1)) if words)


def numbers(text: str) -> frozenset[str]:
    """Every number of a text, as it is written."""
    return frozenset(_NUMBER.findall(text))


@dataclass(slots=True)
class Heard:
    """What was told so far; remembers texts by whom they are from and finds the one that holds another."""

    _known: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    _by_shingle: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    _told: list[tuple[str, str, frozenset[str]]] = field(default_factory=list[tuple[str, str, frozenset[str]]])

    def add(self, key: str, teller: str, text: str) -> None:
        """Remembers a text as part of what `key` names; `teller` is who said it, or nobody."""
        place = len(self._told)
        self._told.append((key, teller, numbers(text)))
        for shingle in self._parts(text):
            self._by_shingle.setdefault(shingle, []).append(place)

    def _parts(self, text: str) -> frozenset[str]:
        # The same text is asked about again whenever there is room again.
        if text not in self._known:
            self._known[text] = shingles(text)
        return self._known[text]

    def repeated(self, teller: str, text: str) -> str | None:
        """The key of what holds nearly all of a text already, by the same teller and with all of its numbers."""
        parts = self._parts(text)
        if len(parts) + _RUN - 1 < _LEAST:
            return None
        held = Counter(place for part in parts for place in self._by_shingle.get(part, ()))
        said = numbers(text)
        for place, count in sorted(held.items(), key=lambda item: (-item[1], item[0])):
            if count < len(parts) - int(_NEW * len(parts)):
                return None
            key, who, told = self._told[place]
            if who == teller and said <= told:
                return key
        return None
