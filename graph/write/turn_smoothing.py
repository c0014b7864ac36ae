"""Smooths the turns of a session with their neighbours, in which half of what a turn means is said.

The recipe was measured on long conversations: a turn's vector is averaged with two neighbours on each side
(weight 0.2), and its index words take in the words of three neighbours on each side and the question just before it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from graph.model.extraction import Vector

VECTOR_REACH = 2
WORDS_REACH = 3
TAIL = 4
"""Turns at the end of a session that keep what is needed to let the next ones in."""

_NEIGHBOUR = 0.2
_OWN = 3
_OWN_ASKED = 2
_REPLY = 3


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a session: its own index words, those of its questions, its own vector once it has one.

    `field` is the property that holds its words in the index, where they are to be written.
    """

    id: str
    words: str
    asked: str
    vector: Vector | None
    field: str = ""


def averaged(turns: Sequence[Turn]) -> list[Vector | None]:
    """`norm(v + 0.2 · (v₋₂ + v₋₁ + v₊₁ + v₊₂))` for each turn; None where a turn has no vector yet."""
    vectors = [turn.vector for turn in turns]
    result: list[Vector | None] = []
    for place, vector in enumerate(vectors):
        if vector is None:
            result.append(None)
            continue
        near = vectors[max(0, place - VECTOR_REACH) : place] + vectors[place + 1 : place + 1 + VECTOR_REACH]
        total = vector + _NEIGHBOUR * sum((v for v in near if v is not None), np.zeros_like(vector))
        result.append((total / (np.linalg.norm(total) or 1.0)).astype(np.float32))
    return result


def index_words(turns: Sequence[Turn], place: int) -> str:
    """The full-text field of a turn: own statements three times, own questions twice, neighbours once.

    The term counts stand in for weights, since the index knows no others.
    """
    turn = turns[place]
    parts = [turn.words] * _OWN_ASKED + [_without(turn.words, turn.asked)] * (_OWN - _OWN_ASKED)
    parts += [turn.words for turn in turns[max(0, place - WORDS_REACH) : place]]
    parts += [turn.words for turn in turns[place + 1 : place + 1 + WORDS_REACH]]
    if place and turns[place - 1].asked:
        parts += [turns[place - 1].asked] * _REPLY
    return " ".join(part for part in parts if part)


def added_words(turns: Sequence[Turn], place: int, first_new: int) -> str:
    """What the turns from `first_new` on add to the field of an earlier turn: the fields only ever grow."""
    return " ".join(turn.words for turn in turns[first_new : place + 1 + WORDS_REACH] if turn.words)


def tail_properties(turn: Turn) -> dict[str, object]:
    """What a turn at the end of a session keeps of itself, until enough turns have followed."""
    return {
        "own_words": turn.words,
        "asked_words": turn.asked or None,
        "own_embedding": None if turn.vector is None else turn.vector.tolist(),
    }


NOT_IN_TAIL: dict[str, object] = {"own_words": None, "asked_words": None, "own_embedding": None}
"""The same of a turn that enough turns have followed: nothing."""


def _without(words: str, asked: str) -> str:
    if not asked:
        return words
    left = asked.split()
    kept: list[str] = []
    for word in words.split():
        if word in left:
            left.remove(word)
        else:
            kept.append(word)
    return " ".join(kept)
