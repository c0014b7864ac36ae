"""Restores omitted subjects in a note for parsing, and maps offsets between both texts."""

import re
from collections.abc import Iterable
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
"""The first word of a sentence; lower-casing keeps its length."""


@dataclass(frozen=True)
class Completed:
    """A text with words inserted before some of its characters.

    "Lives in Seattle" is parsed as "I lives in Seattle": with a subject the parser need not guess whether "lives" is a
    verb. A name found in inserted words has an empty span in the original.
    """

    original: str
    missing: tuple[tuple[int, str], ...]
    """The insertions: rising places in the original, each with the words inserted before it."""

    @cached_property
    def text(self) -> str:
        """The completed text. A Latin word behind an insertion is lower-cased."""
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
        """Where the completed sentences begin in the completed text."""
        before = [0, *accumulate(len(words) for _, words in self.missing)]
        return [place + moved for (place, _), moved in zip(self.missing, before, strict=False)]

    def moved(self, starts: Iterable[int]) -> list[int]:
        """Where the completed sentences, and others that begin at these places of the original, begin."""
        others = (
            start + sum(len(words) for place, words in self.missing if place <= start)
            for start in starts
            if all(start != place for place, _ in self.missing)
        )
        return sorted({*self.starts, *others})

    def context(self, context: Context) -> Context:
        """The context with its spans moved to the completed text."""
        if not context.spans:
            return context
        places = self._shifted(np.array([(span.start, span.end) for span in context.spans], np.int32)).tolist()
        spans = zip(context.spans, places, strict=True)
        return replace(context, spans=tuple(replace(span, start=start, end=end) for span, (start, end) in spans))

    def states(self, states: EncoderStates | None) -> EncoderStates | None:
        """The encoder states with their offsets moved to the completed text."""
        return None if states is None else EncoderStates(self._shifted(states.offsets), states.states)

    def findings(self, findings: Findings) -> Findings:
        """Findings of the completed text, moved to the original."""
        return Findings(
            names=tuple(self._name(name) for name in findings.names),
            statements=tuple(
                replace(statement, start=self._original_place(statement.start), end=self._original_place(statement.end))
                for statement in findings.statements
            ),
            literals=tuple(
                replace(literal, start=self._original_place(literal.start), end=self._original_place(literal.end))
                for literal in findings.literals
            ),
            name_like=tuple(
                span
                for span in (
                    (self._original_place(start), self._original_place(end)) for start, end in findings.name_like
                )
                if span[0] < span[1]
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
        """Offsets moved to the completed text; what begins at an insertion begins behind it."""
        places = [place for place, _ in self.missing]
        put_in = np.cumsum([0, *(len(words) for _, words in self.missing)], dtype=np.int32)
        moved = offsets.copy()
        moved[:, 0] += put_in[np.searchsorted(places, offsets[:, 0], "right")]
        moved[:, 1] += put_in[np.searchsorted(places, offsets[:, 1], "left")]
        return moved

    def _original_place(self, place: int) -> int:
        """A place of the completed text in the original; within an insertion it is where that stands."""
        before = 0
        for at, words in self.missing:
            if place <= at + before:
                break
            if place < at + before + len(words):
                return at
            before += len(words)
        return place - before
