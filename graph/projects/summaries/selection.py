"""Chooses the sentences of a summary: the most telling ones that fit a budget, and no two that say the same. Pure.

Greedy maximal marginal relevance (Carbonell and Goldstein, 1998) over stored vectors: in each step the sentence with
the most of `gain / tokens^LENGTH`, where

    gain = CENTRAL · centrality + IMPORTANT · importance / 10 + COVERS · news of entities + TELLS · content
           − SAME · similarity to the most similar sentence that is chosen

Centrality is the cosine with the mean of the talk that a sentence belongs to, and with the mean of all, half each.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from graph.model.extraction import Vector

CENTRAL: Final = 0.5
IMPORTANT: Final = 0.3
COVERS: Final = 0.6
TELLS: Final = 1.0
SAME: Final = 0.5
LENGTH: Final = 0.4
ASKS: Final = 0.5
"""What of its gain is left to a question: it tells what somebody wondered, not what was."""
_SHORT: Final = 3
"""Words of a sentence that is too short to tell anything on its own."""


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
    steady = _steady(sentences, vectors)
    cost = np.array([max(1, sentence.tokens) for sentence in sentences], float)
    worth = Counter(entity for sentence in sentences for entity in sentence.entities)
    weight = {entity: math.log1p(count) for entity, count in worth.items()}
    most = max(weight.values(), default=1.0)
    asks = np.array([ASKS if sentence.asks else 1.0 for sentence in sentences])
    covered: set[str] = set()
    near = np.zeros(len(sentences))
    news = np.array([_news(sentence, covered, weight, most) for sentence in sentences])
    holders = _holders(sentences)
    free, room, taken = np.ones(len(sentences), bool), budget_tokens, list[int]()
    while room > 0:
        gain = (steady + COVERS * news) * asks - SAME * near
        rank = np.where(free & (cost <= room) & (gain > 0), gain / cost**LENGTH, -np.inf)
        best = int(np.argmax(rank))
        if not np.isfinite(rank[best]):
            break
        taken.append(best)
        free[best] = False
        room -= int(cost[best])
        near = np.maximum(near, vectors @ vectors[best])
        fresh = sentences[best].entities - covered
        covered |= fresh
        for place in sorted({place for entity in fresh for place in holders[entity]}):
            news[place] = _news(sentences[place], covered, weight, most)
    return sorted(taken)


def _steady(sentences: Sequence[Sentence], vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """The part of the gain that does not depend on what else is chosen."""
    talks: defaultdict[str, list[int]] = defaultdict(list)
    for place, sentence in enumerate(sentences):
        talks[sentence.talk].append(place)
    central = vectors @ _direction(vectors)
    for places in talks.values():
        inside = vectors[places]
        central[places] = (central[places] + inside @ _direction(inside)) / 2
    importance = np.array([sentence.importance for sentence in sentences]) / 10
    # Words that many sentences of the whole share tell little of any; of a name all tell.
    spread = Counter(word for sentence in sentences for word in sentence.words)
    total = math.log1p(len(sentences))
    tells = np.array(
        [
            math.fsum(1 - math.log1p(spread[word]) / total / 2 for word in sorted(sentence.words))
            for sentence in sentences
        ]
    )
    content = np.log1p(tells) / max(1.0, float(np.log1p(tells).max()))
    short = np.array([len(sentence.words) < _SHORT for sentence in sentences])
    return np.where(short, 0.1, 1.0) * (CENTRAL * central + IMPORTANT * importance + TELLS * content)


def _news(sentence: Sentence, covered: set[str], weight: Mapping[str, float], most: float) -> float:
    """How much it names that no chosen sentence has named, what is named often counting more; 0 to 1."""
    fresh = math.fsum(weight[entity] for entity in sorted(sentence.entities - covered)) / most
    return fresh / (1 + fresh)


def _holders(sentences: Sequence[Sentence]) -> Mapping[str, list[int]]:
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for place, sentence in enumerate(sentences):
        for entity in sentence.entities:
            holders[entity].append(place)
    return holders


def _stacked(sentences: Sequence[Sentence]) -> NDArray[np.float32]:
    """The vectors, of length 1, one a row; zeros where none is known."""
    size = next((len(sentence.vector) for sentence in sentences if sentence.vector is not None), 1)
    empty = np.zeros(size, np.float32)
    rows = np.stack([empty if sentence.vector is None else sentence.vector for sentence in sentences])
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def _direction(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    mean = vectors.mean(axis=0)
    return mean / max(float(np.linalg.norm(mean)), 1e-6)
