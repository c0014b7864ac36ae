"""Sentence splitting, and sentence vectors pooled from the token states of the whole text."""

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from graph.model.reading.sentence_ends import NO_ABBREVIATION

SENTENCE: Final = re.compile(
    rf".+?(?:[。！？!?]+[」』）)\"”']*|{NO_ABBREVIATION}\.{{1,8}}[\"”')]{{0,4}}(?=\s|$)|\n|$)", re.DOTALL
)
"""One sentence of either language with its end marks."""
_LEAST: Final = 3
"""Tokens of the shortest sentence with a vector of its own; a shorter one joins the one before it."""


def spans_of_sentences(text: str) -> list[tuple[int, int]]:
    """Start and end of every sentence in characters, in order and without gaps."""
    return [match.span() for match in SENTENCE.finditer(text)]


def pooled(
    states: NDArray[np.float32], offsets: NDArray[np.int32], spans: Sequence[tuple[int, int]], *, most: int
) -> tuple[list[tuple[int, int]], NDArray[np.float32]]:
    """The sentences and a unit vector for each, the mean of its tokens' last states: (sentences, hidden).

    `states` (tokens, hidden) and `offsets` (tokens, 2) are those of the whole text, so that each token is encoded with
    its context (late chunking: Günther and others, 2024). No token is left out: sentences of one or two tokens join the
    one before them, and of more than `most` the last vector is that of all the rest.
    """
    if not len(states):
        return [], np.empty((0, states.shape[1]), np.float32)
    ends = np.array([end for _, end in spans], np.int32)
    # A token that begins with the space before a sentence belongs to that sentence.
    owners = np.minimum(np.searchsorted(ends, offsets[:, 1] - 1, side="right"), len(ends) - 1)
    firsts = np.flatnonzero(np.diff(owners, prepend=-1))
    long = np.diff(firsts, append=len(owners)) >= _LEAST
    long[0] = True
    firsts = firsts[long][:most]
    sums = np.add.reduceat(states, firsts, axis=0)
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    begun = owners[firsts].tolist()
    ended = [*(place - 1 for place in begun[1:]), len(spans) - 1]
    sentences = [(spans[first][0], spans[last][1]) for first, last in zip(begun, ended, strict=True)]
    return sentences, (sums / np.where(lengths > 0, lengths, 1)).astype(np.float32)
