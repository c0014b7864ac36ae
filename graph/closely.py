"""Ranks passages by the sentence that answers rather than by all that they say: a second look at the best candidates.

The statement that finds candidates knows one vector for each of them. Here what a candidate means is told by its
sentence nearest to the question; a turn of a talk is a sentence or two already, and mostly means what its talk means.
"""

from collections.abc import Sequence
from dataclasses import replace

from graph.rank import TURNS_DISTANCE, UNHEARD, WORDS_POWER, WORDS_SHARE, Candidate

OF_PASSAGES = 1.0
"""How much of what a passage means is its nearest sentence.

Measured: JaQuAD R@1 + 0.6, JSQuAD R@1 + 0.3, MuSiQue without titles R@5 + 1.5.
"""
OF_TURNS = 0.15
"""The same for a turn. Measured: REALTALK + 0.8, LoCoMo − 0.4 (its R@10 as it was); more harms LoCoMo."""


def read_closely(candidates: Sequence[Candidate], *, spread: float, language: str) -> list[Candidate]:
    """The candidates with what their sentences mean in their base scores; as they are where no sentence is known.

    `base = (1 − share of words) · meaning + share of words · (words / best words)^power`, as in the statement (what is
    not in the `language` of the question has a share of its meaning for the words it cannot have), but
    `meaning = 1 − spread · ((1 − s) · (best whole − whole) + s · (best sentence − sentence))`, the best of these
    candidates; a turn has `TURNS_DISTANCE` of its distance. One without sentences is a single one.
    """
    if all(one.sentence is None for one in candidates):
        return list(candidates)
    best_cosine = max((one.cosine for one in candidates if one.cosine is not None), default=0.0)
    best_sentence = max((_sentence(one, one.cosine) for one in candidates if one.cosine is not None), default=0.0)
    best_words = max((one.words or 0.0 for one in candidates), default=0.0) or 1.0

    def meaning(one: Candidate) -> float:
        if one.cosine is None:
            return 0.0
        sentence = _sentence(one, one.cosine)
        share, counts = (OF_TURNS, TURNS_DISTANCE) if one.memory.speaker else (OF_PASSAGES, 1.0)
        return 1 - spread * counts * ((1 - share) * (best_cosine - one.cosine) + share * (best_sentence - sentence))

    def direct(one: Candidate) -> float:
        means, words = meaning(one), ((one.words or 0.0) / best_words) ** WORDS_POWER
        own = one.language in (None, language) or means <= 0
        heard = words if own else min(1.0, words + UNHEARD * means)
        return max(0.0, (1 - WORDS_SHARE) * means + WORDS_SHARE * heard)

    # What has neither was brought by the graph: it stands for what it is tied to.
    return [one if one.cosine is None and one.words is None else replace(one, base=direct(one)) for one in candidates]


def _sentence(one: Candidate, whole: float) -> float:
    """How near its nearest sentence is. One whose sentences nobody knows is a single one.

    Else the only candidate that has some would be the best of all.
    """
    return whole if one.sentence is None else one.sentence
