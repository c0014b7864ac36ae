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

    original: str
    missing: tuple[tuple[int, str], ...]
    """What is put in: places in the text, rising, and the words that then stand before each of them."""

    @cached_property
    def text(self) -> str:
        """The text as it is read. The word behind what is put in, if it is in Latin letters, is written small."""
        parts: list[str] = []
        end = 0
        for place, words in self.missing:
            match = _FIRST.match(self.original, place)
            first = match.group() if match else ""
            parts += (self.original[end:place], words, first.lower())
            end = place + len(first)
        return "".join((*parts, self.original[end:]))

    @property
    def starts(self) -> list[int]:
        """Where the sentences begin that were completed, in the text as it is read."""
        before = [0, *accumulate(len(words) for _, words in self.missing)]
        return [place + moved for (place, _), moved in zip(self.missing, before, strict=False)]

    def context(self, context: Context) -> Context:
        """What is known of the text, told of the text as it is read."""
        if not context.spans:
            return context
        places = self._shifted(np.array([(span.start, span.end) for span in context.spans], np.int32)).tolist()
        spans = zip(context.spans, places, strict=True)
        return replace(context, spans=tuple(replace(span, start=start, end=end) for span, (start, end) in spans))

    def states(self, states: EncoderStates | None) -> EncoderStates | None:
        """What the encoder saw of the text, at its places in the text as it is read."""
        return None if states is None else EncoderStates(self._shifted(states.offsets), states.states)

    def findings(self, findings: Findings) -> Findings:
        """What was found in the text as it is read, at its places in the text itself."""
        return Findings(
            names=tuple(self._name(name) for name in findings.names),
            statements=tuple(
                replace(statement, start=self._original_place(statement.start), end=self._original_place(statement.end))
                for statement in findings.statements
            ),
        )

    def _name(self, name: FoundName) -> FoundName:
        start, end = self._original_place(name.start), self._original_place(name.end)
        unsaid = (UNSAID,) if start == end else ()
        surface = self.original[start:end]
        # a name that begins a sentence keeps its capital
        whole = name.name == self.text[name.start : name.end] and not name.name.islower()
        display = surface if whole and surface else name.name
        return replace(name, start=start, end=end, surface=surface, name=display, reasons=(*name.reasons, *unsaid))

    def _shifted(self, offsets: NDArray[np.int32]) -> NDArray[np.int32]:
        """Starts and ends in the text as it is read: what begins where words are put in begins behind them."""
        places = [place for place, _ in self.missing]
        put_in = np.cumsum([0, *(len(words) for _, words in self.missing)], dtype=np.int32)
        moved = offsets.copy()
        moved[:, 0] += put_in[np.searchsorted(places, offsets[:, 0], "right")]
        moved[:, 1] += put_in[np.searchsorted(places, offsets[:, 1], "left")]
        return moved

    def _original_place(self, place: int) -> int:
        """A place of the text as it is read, in the text itself; within words put in it is where they stand."""
        before = 0
        for at, words in self.missing:
            if place <= at + before:
                break
            if place < at + before + len(words):
                return at
            before += len(words)
        return place - before
