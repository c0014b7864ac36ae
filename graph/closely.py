"""Ranks passages by the sentence that answers rather than by all that they say: a second look at the best candidates.

The statement that finds candidates knows one vector for each of them. Here what a candidate means is told by its
sentence nearest to the question; a turn of a talk is a sentence or two already, and mostly means what its talk means.
"""

from collections.abc import Sequence
from dataclasses import replace

from graph.rank import WORDS_POWER, WORDS_SHARE, Candidate

OF_PASSAGES = 1.0
"""How much of what a passage means is its nearest sentence.

Measured: JaQuAD R@1 + 0.6, JSQuAD R@1 + 0.3, MuSiQue without titles R@5 + 1.5.
"""
OF_TURNS = 0.15
"""The same for a turn. Measured: REALTALK + 0.8, LoCoMo − 0.4 (its R@10 as it was); more harms LoCoMo."""


def read_closely(candidates: Sequence[Candidate], *, spread: float) -> list[Candidate]:
    """The candidates with what their sentences mean in their base scores; as they are where no sentence is known.

    `base = (1 − share of words) · meaning + share of words · (words / best words)^power`, as in the statement, but
    `meaning = (1 − s) · near(whole) + s · near(sentence)` with `near(x) = 1 − spread · (best x − x)`.
    """
    sentences = [one.sentence for one in candidates if one.sentence is not None]
    if not sentences:
        return list(candidates)
    best_sentence = max(sentences)
    best_cosine = max(one.cosine for one in candidates if one.cosine is not None)
    best_words = max((one.words or 0.0 for one in candidates), default=0.0) or 1.0

    def meaning(one: Candidate) -> float:
        if one.cosine is None:
            return 0.0
        whole = 1 - spread * (best_cosine - one.cosine)
        if one.sentence is None:
            return whole
        share = OF_TURNS if one.memory.speaker else OF_PASSAGES
        return (1 - share) * whole + share * (1 - spread * (best_sentence - one.sentence))

    def direct(one: Candidate) -> float:
        words = ((one.words or 0.0) / best_words) ** WORDS_POWER
        return max(0.0, (1 - WORDS_SHARE) * meaning(one) + WORDS_SHARE * words)

    # What has no base was brought by the graph: it stands for what it is tied to.
    return [replace(one, base=direct(one)) if one.base > 0 else one for one in candidates]
