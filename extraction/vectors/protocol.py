"""What the pipeline asks of anything that turns text into vectors."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from graph.model import EmbeddingModel

Vectors = NDArray[np.float32]
"""Unit vectors, one a row: shape (texts, dimensions)."""


class Embeds(Protocol):
    """Turns questions and passages into unit vectors of one model, and counts that model's tokens.

    Safe to call from several threads; nothing is loaded before the first call that needs it.
    """

    @property
    def model(self) -> EmbeddingModel:
        """The record a graph keeps so that vectors of different models never meet."""
        ...

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, in the order given; (0, dimensions) for none."""
        ...

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of what is to be found, in the order given; (0, dimensions) for none."""
        ...

    def tokens(self, text: str) -> list[tuple[int, int]]:
        """Where each token of `text` begins and ends, in characters; prefixes and special tokens left out.

        Offsets rise, but may overlap where one character became several tokens.
        """
        ...

    def count(self, text: str) -> int:
        """How many tokens `text` has, without prefixes and special tokens."""
        ...
