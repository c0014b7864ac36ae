"""A text read with words that it leaves out, and the way back to its own characters."""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.encoder.states import EncoderStates
from extraction.model.context import Context
from extraction.model.findings import Findings, FoundName
from extraction.names.speakers import UNSAID

_FIRST: Final = re.compile(r"[A-Za-z]+")
"""The word that a sentence begins with: in small letters it is as long."""


@dataclass(frozen=True)
class Completed:
    """A text with words put in, each before a character of it.

    "Lives in Seattle" is read as "I lives in Seattle": a parser that sees who lives there need not guess whether
    "lives" is a verb. Whoever is found in words that were put in has an empty stretch in the text.
    """

    given: str
    missing: tuple[tuple[int, str], ...]
    """What is put in: places in the text, rising, and the words that then stand before each of them."""

    @cached_property
    def text(self) -> str:
        """The text as it is read. The word behind what is put in, if it is in Latin letters, is written small."""
        parts: list[str] = []
        end = 0
        for place, words in self.missing:
            found = _FIRST.match(self.given, place)
            first = found.group() if found else ""
            parts += (self.given[end:place], words, first.lower())
            end = place + len(first)
        return "".join((*parts, self.given[end:]))

    @property
    def starts(self) -> list[int]:
        """Where the sentences begin that were completed, in the text as it is read."""
        before = [0, *accumulate(len(words) for _, words in self.missing)]
        return [place + moved for (place, _), moved in zip(self.missing, before, strict=False)]

    def context(self, context: Context) -> Context:
        """What is known of the text, told of the text as it is read."""
        if not context.spans:
            return context
        places = self._read(np.array([(one.start, one.end) for one in context.spans], np.int32)).tolist()
        spans = zip(context.spans, places, strict=True)
        return replace(context, spans=tuple(replace(one, start=start, end=end) for one, (start, end) in spans))

    def sight(self, sight: EncoderStates | None) -> EncoderStates | None:
        """What the encoder saw of the text, at its places in the text as it is read."""
        return None if sight is None else EncoderStates(self._read(sight.offsets), sight.states)

    def findings(self, found: Findings) -> Findings:
        """What was found in the text as it is read, at its places in the text itself."""
        return Findings(
            names=tuple(self._name(one) for one in found.names),
            statements=tuple(
                replace(one, start=self._origin(one.start), end=self._origin(one.end)) for one in found.statements
            ),
        )

    def _name(self, name: FoundName) -> FoundName:
        start, end = self._origin(name.start), self._origin(name.end)
        unsaid = (UNSAID,) if start == end else ()
        surface = self.given[start:end]
        # a name that begins a sentence keeps its capital
        whole = name.name == self.text[name.start : name.end] and not name.name.islower()
        shown = surface if whole and surface else name.name
        return replace(name, start=start, end=end, surface=surface, name=shown, reasons=(*name.reasons, *unsaid))

    def _read(self, offsets: NDArray[np.int32]) -> NDArray[np.int32]:
        """Starts and ends in the text as it is read: what begins where words are put in begins behind them."""
        places = [place for place, _ in self.missing]
        put_in = np.cumsum([0, *(len(words) for _, words in self.missing)], dtype=np.int32)
        moved = offsets.copy()
        moved[:, 0] += put_in[np.searchsorted(places, offsets[:, 0], "right")]
        moved[:, 1] += put_in[np.searchsorted(places, offsets[:, 1], "left")]
        return moved

    def _origin(self, place: int) -> int:
        """A place of the text as it is read, in the text itself; within words put in it is where they stand."""
        before = 0
        for at, words in self.missing:
            if place <= at + before:
                break
            if place < at + before + len(words):
                return at
            before += len(words)
        return place - before
