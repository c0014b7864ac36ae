"""The interface of embedding engines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from graph.model.extraction import EmbeddingModel

Vectors = NDArray[np.float32]
"""Unit vectors, one a row: shape (texts, dimensions)."""


class Embeds(Protocol):
    """Embeds questions and passages as unit vectors of one model, and counts that model's tokens.

    Thread-safe; nothing is loaded before the first call that needs it.
    """

    @property
    def model(self) -> EmbeddingModel:
        """The model's record in the graph, which keeps vectors of different models apart."""
        ...

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, in the order given; (0, dimensions) for none."""
        ...

    def passages(self, texts: Sequence[str], languages: Sequence[str] | None = None) -> Vectors:
        """Vectors of passages, in the order given; (0, dimensions) for none.

        `languages` are those of the texts if known.
        """
        ...

    def tokens(self, text: str) -> list[tuple[int, int]]:
        """Start and end of each token of `text` in characters, without prefixes and special tokens.

        Offsets rise, but may overlap where one character became several tokens.
        """
        ...

    def count(self, text: str) -> int:
        """How many tokens `text` has, without prefixes and special tokens."""
        ...


@dataclass(frozen=True, slots=True)
class EncoderRun:
    """The token states of one encoder run; the arrays are valid until the next run.

    `places` are the indices of the run's texts. `offsets[n]` gives start and end of each token of the n-th of them in
    characters of its text, without prefix, special tokens and what lies beyond the window. Its token t is column
    `begins[n] + t` of each array of `layers`, (texts, columns, hidden).
    """

    places: Sequence[int]
    offsets: Sequence[Sequence[tuple[int, int]]]
    begins: Sequence[int]
    layers: Sequence[NDArray[np.float32]]

    def token_states(self) -> list[NDArray[np.float32]]:
        """The token states of all texts, concatenated: (tokens, hidden) for each layer."""
        columns = self.layers[0].shape[1]
        starts = [number * columns + begin for number, begin in enumerate(self.begins)]
        rows = [np.arange(start, start + len(offsets)) for start, offsets in zip(starts, self.offsets, strict=True)]
        kept_rows = np.concatenate(rows)
        return [layer.reshape(-1, layer.shape[2])[kept_rows] for layer in self.layers]

    def states(self, place: int) -> NDArray[np.float32]:
        """The states of the tokens of the text at `place` of this run, layers side by side: (tokens, layers · hidden).

        They are a copy.
        """
        begin, count = self.begins[place], len(self.offsets[place])
        return np.concatenate([layer[place, begin : begin + count] for layer in self.layers], axis=-1)


@runtime_checkable
class EmbedsWithStates(Protocol):
    """An embedder that exposes the hidden states of its runs."""

    def passages_with_states(
        self,
        texts: Sequence[str],
        layers: Sequence[str],
        on_run: Callable[[EncoderRun], None],
        languages: Sequence[str] | None = None,
    ) -> Vectors:
        """The vectors of `passages`; `on_run` is called after each run, and every text is part of one.

        `layers` name outputs of the graph, from `layer.0`, the embedding, to `layer.12`, of which vectors are pooled.
        """
        ...
