"""The sentences of a text, each with a vector that is read within the whole, from the one run of the encoder."""

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

SENTENCE: Final = re.compile(r".+?(?:[。！？!?]+[」』）)\"”']*|\.{1,8}[\"”')]{0,4}(?=\s|$)|\n|$)", re.DOTALL)
"""One sentence of either language with the marks that end it; an abbreviation before a space ends one too."""
_LEAST: Final = 3
"""Tokens that a sentence must have to say something of its own."""


def spans_of_sentences(text: str) -> list[tuple[int, int]]:
    """Start and end of every sentence in characters, in order and without gaps."""
    return [found.span() for found in SENTENCE.finditer(text)]


def pooled(
    states: NDArray[np.float32], offsets: NDArray[np.int32], spans: Sequence[tuple[int, int]]
) -> NDArray[np.float32]:
    """A unit vector for each sentence of three tokens or more: the mean of the last states of its tokens.

    `states` (tokens, hidden) and `offsets` (tokens, 2) are those of a whole text, so that each token knows what the
    sentences around it say. Late chunking: Günther and others, 2024.
    """
    if not len(states):
        return np.empty((0, states.shape[1]), np.float32)
    ends = np.array([end for _, end in spans], np.int32)
    # A token that begins with the space before a sentence belongs to that sentence.
    owners = np.minimum(np.searchsorted(ends, offsets[:, 1] - 1, side="right"), len(ends) - 1)
    starts = np.flatnonzero(np.diff(owners, prepend=-1))
    counts = np.diff(starts, append=len(owners))
    sums = np.add.reduceat(states, starts, axis=0)[counts >= _LEAST]
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    return (sums / np.where(lengths > 0, lengths, 1)).astype(np.float32)
