"""Where names stand in a chunk, and the sentence that holds them."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from graph.model.extraction import Chunk, Mention

_MOST: Final = 20
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]*[.!?。！？\n]*")


def frame_of(chunk: Chunk, ends: Sequence[Mention]) -> tuple[tuple[int, int], bool]:
    """The sentence of a chunk that holds the ends of a fact, or the stretch of sentences from one to the other; and
    whether it is one.
    """
    placed = [one for one in ends if one.start is not None and one.end is not None]
    if not placed:
        return (chunk.start, chunk.end), False
    first = min(one.start or 0 for one in placed) - chunk.start
    last = max(one.end or 0 for one in placed) - chunk.start
    sentences = [found.span() for found in _SENTENCE.finditer(chunk.text) if found.end() > found.start()]
    held = [(start, end) for start, end in sentences if start < last and first < end]
    return (chunk.start + held[0][0], chunk.start + held[-1][1]), len(held) == 1


def places_of(text: str, name: str) -> Iterator[int]:
    """Where the name stands in the text; a Latin word only as a whole one."""
    found = -1
    for _ in range(_MOST):
        found = text.find(name, found + 1)
        if found < 0:
            return
        before, after = text[found - 1 : found], text[found + len(name) : found + len(name) + 1]
        if not (_joins(before, name[0]) or _joins(name[-1], after)):
            yield found


def _joins(left: str, right: str) -> bool:
    return bool(left and right) and left.isascii() and right.isascii() and left.isalnum() and right.isalnum()
