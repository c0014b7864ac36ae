"""The head's network: sparse features are added in numpy, the rest is an int8 graph on onnxruntime.

The units of a batch are concatenated, and laid out in a grid (longest, texts) for the recurrent layer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from extraction.encoder.tagging.attention import DECISIONS, AttentionNetworks
from extraction.encoder.tagging.states import LANGUAGES, Floats, TokenStates
from extraction.encoder.tagging.units import Units
from extraction.encoder.tagging.windows import WindowNetwork

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


HIDDEN = 384
"""Values of a token in each layer of the encoder."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid of a batch: rows are steps along the texts, columns the texts, the longest first."""

    order: NDArray[np.int64]
    """The text of each column."""

    places: NDArray[np.int64]
    """The unit at each place, (longest, texts); one past the last where a text has ended."""
    lengths: NDArray[np.int32]
    back: NDArray[np.int64]
    """The place of each unit in the flattened grid."""


def grid_of(sizes: NDArray[np.int64]) -> Grid:
    """The grid of concatenated texts with so many units."""
    order = np.argsort(-sizes, kind="stable")
    total, longest, count = int(sizes.sum()), int(sizes.max()), len(sizes)
    begins = np.cumsum(sizes) - sizes
    steps = np.arange(longest)[:, None]
    places = np.where(steps < sizes[order], begins[order] + steps, total)
    columns = np.empty(count, np.int64)
    columns[order] = np.arange(count)
    back = (np.arange(total) - np.repeat(begins, sizes)) * count + np.repeat(columns, sizes)
    return Grid(order, places, sizes[order].astype(np.int32), back)


class TagRows(dict[str, int]):
    """A cache of the embedding row of every tag."""

    def __init__(self, known: Mapping[str, int], last: int) -> None:
        super().__init__()
        self._known = known
        self._last = last

    def __missing__(self, tag: str) -> int:
        self[tag] = min(tag_row(tag, self._known), self._last)
        return self[tag]


def tag_row(tag: str, known: Mapping[str, int]) -> int:
    """The row of a tag, or of its longest known prefix: UniDic's tags get finer from left to right."""
    while tag not in known and "-" in tag:
        tag = tag.rpartition("-")[0]
    return known.get(tag, 0)


@dataclass(frozen=True, slots=True)
class Network:
    """The graphs, the feature tables, and the rows of known tags."""

    narrow: Callable[[Sequence[Floats]], Floats]
    """The input projection, from each layer's hidden states (tokens, 384) to (tokens, hidden)."""
    session: "InferenceSession"
    tables: Mapping[str, Floats]
    tags: TagRows
    windows: Mapping[str, WindowNetwork]
    """The window networks by scheme."""
    attention: AttentionNetworks
    """The networks of what is chosen and rejected."""

    def scores(
        self, texts: Sequence[TokenStates], units: Units, grid: Grid, schemes: Sequence[str]
    ) -> tuple[dict[str, Floats], dict[str, NDArray[np.bool_]]]:
        """The label scores of every unit by scheme, (units, labels), of texts in one language.

        And by each window network's scheme which texts are in its domain.
        """
        narrow, projected = self._parted([text.states for text in texts])
        side = self._side(texts, units)
        recurrent = [scheme for scheme in schemes if scheme not in self.windows and scheme != DECISIONS]
        inputs = {
            "narrow": narrow,
            "side": side,
            "tokens": units.tokens.astype(np.int64),
            "grid": grid.places,
            "lengths": grid.lengths,
            "back": grid.back,
        }
        # An empty list of outputs would mean all of them.
        outputs = self.session.run(recurrent, inputs) if recurrent else []
        scores = dict(zip(recurrent, cast("list[Floats]", outputs), strict=True))
        domains: dict[str, NDArray[np.bool_]] = {}
        if len(recurrent) < len(schemes):
            of_units = _of_units(narrow, side, units)
            for scheme in (scheme for scheme in schemes if scheme in self.windows):
                scores[scheme], domains[scheme] = self.windows[scheme].scores(of_units, units.sizes)
            if DECISIONS in schemes:
                scores[DECISIONS] = self.attention.scores(of_units, projected[units.tokens], units.sizes)
        return scores, domains

    def unit_inputs(self, texts: Sequence[TokenStates], units: Units) -> Floats:
        """What a window network reads of each unit, (units, hidden)."""
        narrow, _ = self._parted([text.states for text in texts])
        return _of_units(narrow, self._side(texts, units), units)

    def narrowed(self, layers: Sequence[Floats]) -> Floats:
        """What is kept of the encoder's layers, (tokens, 384) each: projected for what all schemes but one read, and
        beside it for the attention networks.
        """
        return np.concatenate([self.narrow(layers), self.attention.projected(layers)], axis=1)

    def _kept(self, states: Sequence[NDArray[np.float32] | NDArray[np.float16]]) -> Floats:
        """The same of several texts, concatenated, that hold it already or the layers side by side."""
        joined = np.concatenate(states).astype(np.float32, copy=False)
        if joined.shape[1] == self._hidden + self.attention.width:
            return joined
        parts = np.split(joined, joined.shape[1] // HIDDEN, axis=1)
        return self.narrowed([np.ascontiguousarray(part) for part in parts])

    def _parted(self, states: Sequence[NDArray[np.float32] | NDArray[np.float16]]) -> tuple[Floats, Floats]:
        """Both parts of `narrowed`."""
        kept = self._kept(states)
        return np.ascontiguousarray(kept[:, : self._hidden]), kept[:, self._hidden :]

    @property
    def _hidden(self) -> int:
        return self.tables["bias"].shape[0]

    def _side(self, texts: Sequence[TokenStates], units: Units) -> Floats:
        """What flags, words and language add to each unit before the first activation, (units, hidden)."""
        tables, language = self.tables, texts[0].words.language
        tags = [self.tags[tag] for text in texts for tag in text.words.tags]
        worded = np.zeros((len(tags) + 1, self._hidden), np.float32)  # the last row is for what lies in no word
        if tags:
            vectors = np.concatenate([text.words.vectors for text in texts if len(text.words.tags)])
            np.matmul(vectors, tables[f"vectors.{language}"], out=worded[:-1])
            worded[:-1] += tables["tags"][tags]
        side = units.flags @ tables["flags"]
        side += worded[units.words]
        side += tables["bias"] + tables["languages"][LANGUAGES.index(language)]
        return side


def _of_units(narrow: Floats, side: Floats, units: Units) -> Floats:
    """The narrowed states of each unit's token with what its word and flags add, (units, hidden)."""
    return narrow[units.tokens] + side
