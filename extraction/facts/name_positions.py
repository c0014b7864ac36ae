"""Where names stand in a chunk, and the sentences that contain them."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from graph.model.extraction import Chunk, Mention

_MOST: Final = 20
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]*[.!?。！？\n]*")


def frame_of(chunk: Chunk, ends: Sequence[Mention]) -> tuple[tuple[int, int], bool]:
    """The span of the sentences from one end of a fact to the other, and whether it is one sentence."""
    located = [mention for mention in ends if mention.start is not None and mention.end is not None]
    if not located:
        return (chunk.start, chunk.end), False
    first = min(mention.start or 0 for mention in located) - chunk.start
    last = max(mention.end or 0 for mention in located) - chunk.start
    sentences = [match.span() for match in _SENTENCE.finditer(chunk.text) if match.end() > match.start()]
    overlapping = [(start, end) for start, end in sentences if start < last and first < end]
    return (chunk.start + overlapping[0][0], chunk.start + overlapping[-1][1]), len(overlapping) == 1


def places_of(text: str, name: str) -> Iterator[int]:
    """Where the name occurs in the text; a Latin word only as a whole word."""
    position = -1
    for _ in range(_MOST):
        position = text.find(name, position + 1)
        if position < 0:
            return
        before, after = text[position - 1 : position], text[position + len(name) : position + len(name) + 1]
        if not (_joins(before, name[0]) or _joins(name[-1], after)):
            yield position


def _joins(left: str, right: str) -> bool:
    return bool(left and right) and all(sign.isascii() and (sign.isalnum() or sign == "_") for sign in (left, right))
