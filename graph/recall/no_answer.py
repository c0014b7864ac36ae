"""No-answer detection: says when no hit comes near the question, so that nobody takes the nearest for an answer."""

import math
from collections.abc import Callable, Collection, Sequence

from graph.model.recalled import Hit

WordsMet = Callable[[Collection[str], Sequence[str]], Sequence[Sequence[frozenset[str]]]]
"""For each text, those of some words that stand in each of its sentences (`Extracts.words_met`)."""

_TENFOLD = 0.055
"""By how much the cosine of the nearest unrelated text grows with ten times as many texts.

Measured: nine tenths of foreign questions stay below 0.18 among one memory, 0.24 among ten, 0.29 among a hundred. Of
1,680 questions asked of somebody else's memories 66 % are told so, of 240 asked of their own none.
"""
_MOST = 1_000
"""Texts up to which their number counts: what answers a question is hardly ever farther than the nearest of so many."""
_READ = 10
_SHARE = 0.5
"""A hit with this share of the question's words may answer it, however far its meaning."""


def has_no_answer(
    hits: Sequence[Hit],
    words: Sequence[str],
    pieces: Collection[str],
    *,
    far: float | None,
    texts: Callable[[], int],
    words_met: WordsMet,
) -> bool:
    """Whether every hit is farther from the question in meaning than unrelated texts mostly are (`limit`).

    False where one of the ten best has half of the `words` (`pieces` of words left out), and where meanings are not
    known: without hits, with a hit that has no vector yet, with a model for which `far` was not measured. `texts`
    counts the texts searched; it is called only where their number matters.
    """
    cosines = [hit.parts.cosine for hit in hits if hit.parts.cosine is not None]
    if far is None or not hits or len(cosines) < len(hits):
        return False
    nearest = max([*cosines, *(hit.parts.sentence for hit in hits if hit.parts.sentence is not None)])
    if nearest >= limit(far, _MOST) or nearest >= limit(far, texts()):
        return False
    whole = [word for word in words if word not in pieces]
    read = [f"{hit.memory.title or ''}\n{hit.memory.speaker or ''}\n{hit.text}" for hit in hits[:_READ]]
    most = max(len(frozenset().union(*sentences)) for sentences in words_met(whole, read))
    return most < max(1, _SHARE * len(whole))


def limit(far: float, texts: int) -> float:
    """The cosine that the nearest of so many unrelated texts mostly stays below: `far + 0.055 · log10(texts)`."""
    return far + _TENFOLD * math.log10(min(max(texts, 1), _MOST))
