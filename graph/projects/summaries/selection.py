"""Chooses the sentences of a summary: the most telling ones that fit a budget, and no two that say the same. Pure.

Greedy: in each step the sentence with the most of

    (1 + content) · (1 + names)^NAMES · (1 + IMPORTANT · importance / 10) · (1 − SAME · nearness) / tokens^LENGTH

Content is the number of its content words, each less the more sentences share it. A short sentence costs little and
tells nothing on its own, a long one that names nobody tells little: what happened names who, what and when. Nearness is
the similarity to the most similar sentence that is chosen, 0 where it is as that of any two and 1 where they are the
same.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from graph.model.extraction import Vector

NAMES: Final = 2.0
IMPORTANT: Final = 0.5
SAME: Final = 1.0
LENGTH: Final = 1.25
ASKS: Final = 0.5
"""What of its gain is left to a question: it tells what somebody wondered, not what was."""
_ALIKE: Final = 0.9
"""No higher is what counts as usual: where all say nearly the same, the same is still the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence that may be quoted. `words` are its content words, `entities` what it names, by id or key."""

    tokens: int
    importance: float
    talk: str
    words: frozenset[str]
    entities: frozenset[str]
    asks: bool
    vector: Vector | None


def chosen(sentences: Sequence[Sentence], budget_tokens: int) -> list[int]:
    """The places of the sentences that are quoted, in their order; their tokens are at most the budget."""
    if not sentences:
        return []
    vectors = _stacked(sentences)
    cost = np.array([max(1, sentence.tokens) for sentence in sentences], float)
    gain = _telling(sentences) / cost**LENGTH
    # The mean similarity of any two is the square of the length of their mean vector.
    usual = min(float(np.linalg.norm(vectors.mean(axis=0))) ** 2, _ALIKE)
    near = np.zeros(len(sentences))
    free, room, taken = np.ones(len(sentences), bool), budget_tokens, list[int]()
    while room > 0:
        rank = gain * (1 - SAME * np.clip((near - usual) / (1 - usual), 0, 1))
        rank[~free | (cost > room)] = 0
        best = int(np.argmax(rank))
        if rank[best] <= 0:
            break
        taken.append(best)
        free[best] = False
        room -= int(cost[best])
        near = np.maximum(near, vectors @ vectors[best])
    return sorted(taken)


def _telling(sentences: Sequence[Sentence]) -> NDArray[np.float64]:
    """How much each sentence tells, whatever it costs and whatever else is chosen."""
    spread = Counter(word for sentence in sentences for word in sentence.words)
    total = math.log1p(len(sentences))
    gains = [
        (1 + math.fsum(1 - math.log1p(spread[word]) / total / 2 for word in sorted(sentence.words)))
        * (1 + len(sentence.entities)) ** NAMES
        * (1 + IMPORTANT * sentence.importance / 10)
        * (ASKS if sentence.asks else 1)
        for sentence in sentences
    ]
    return np.array(gains)


def _stacked(sentences: Sequence[Sentence]) -> NDArray[np.float32]:
    """The vectors, of length 1, one a row; zeros where none is known."""
    size = next((len(sentence.vector) for sentence in sentences if sentence.vector is not None), 1)
    empty = np.zeros(size, np.float32)
    rows = np.stack([empty if sentence.vector is None else sentence.vector for sentence in sentences])
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)
