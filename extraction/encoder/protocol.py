"""What the pipeline asks of anything that turns text into vectors."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from graph.model.extraction import EmbeddingModel

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

    def passages(self, texts: Sequence[str], languages: Sequence[str] | None = None) -> Vectors:
        """Vectors of what is to be found, in the order given; (0, dimensions) for none.

        `languages` are those the texts are taken to be in, where that is known.
        """
        ...

    def tokens(self, text: str) -> list[tuple[int, int]]:
        """Where each token of `text` begins and ends, in characters; prefixes and special tokens left out.

        Offsets rise, but may overlap where one character became several tokens.
        """
        ...

    def count(self, text: str) -> int:
        """How many tokens `text` has, without prefixes and special tokens."""
        ...


@dataclass(frozen=True, slots=True)
class EncoderRun:
    """What one run of an encoder made of the tokens of several texts; the arrays are good until the next run.

    `places` tells which texts of the call these are. `offsets[n]` frames each token of the n-th of them in characters
    of that text: prefix, special tokens and what lies beyond the window are left out. Token t of it stands in column
    `begins[n] + t` of each array of `layers`, (texts, columns, hidden), one for each layer asked for.
    """

    places: Sequence[int]
    offsets: Sequence[Sequence[tuple[int, int]]]
    begins: Sequence[int]
    layers: Sequence[NDArray[np.float32]]

    def token_states(self) -> list[NDArray[np.float32]]:
        """The states of the tokens of all its texts, one text after the other: (tokens, hidden) for each layer."""
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
    """An embedder whose hidden layers can be read off the runs that make the vectors."""

    def passages_with_states(
        self,
        texts: Sequence[str],
        layers: Sequence[str],
        on_run: Callable[[EncoderRun], None],
        languages: Sequence[str] | None = None,
    ) -> Vectors:
        """Vectors of passages as `passages` gives them; `on_run` is called after each run, every text in one of them.

        `layers` name outputs of the graph: `layer.0`, the embedding, to `layer.12`, what the vectors are made of.
        """
        ...
