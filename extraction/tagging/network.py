"""The head's arithmetic: light features added up in numpy, the heavy part as an int8 graph on onnxruntime.

The units of a batch are laid end to end, and in a grid (longest, texts) for what goes along the text.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from extraction.tagging.states import LANGUAGES, Floats, TokenStates
from extraction.tagging.units import Units

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the units of a batch stand: row by row along the texts, column by column the texts, the longest first."""

    places: NDArray[np.int64]
    """The unit at each place, (longest, texts); one past the last where a text has ended."""
    lengths: NDArray[np.int32]
    back: NDArray[np.int64]
    """The place of each unit in the grid read row by row."""


def grid_of(lengths: Sequence[int]) -> Grid:
    """The grid of texts of these lengths, in this order."""
    sizes = np.array(lengths, np.int32)
    total, longest, count = int(sizes.sum()), int(sizes.max()), len(sizes)
    begins = np.cumsum(sizes) - sizes
    steps = np.arange(longest)[:, None]
    places = np.where(steps < sizes, begins + steps, total).astype(np.int64)
    texts = np.repeat(np.arange(count), sizes)
    back = (np.arange(total) - begins[texts]) * count + texts
    return Grid(places, sizes, back.astype(np.int64))


def tag_row(tag: str, known: Mapping[str, int]) -> int:
    """The row of a tag, or of its longest known beginning: UniDic's tags grow finer from left to right."""
    while tag not in known and "-" in tag:
        tag = tag.rpartition("-")[0]
    return known.get(tag, 0)


@dataclass(frozen=True, slots=True)
class Network:
    """The graphs of the heavy part, the tables of the light one, and the rows of known tags."""

    narrow: Callable[[Floats], Floats]
    """From hidden states (tokens, layers · 384) to what is read of them, (tokens, hidden)."""
    session: "InferenceSession"
    tables: Mapping[str, Floats]
    tags: Mapping[str, int]

    def scores(
        self, given: Sequence[TokenStates], units: Sequence[Units], grid: Grid, schemes: Sequence[str]
    ) -> dict[str, Floats]:
        """For each scheme the scores of its labels for every unit of the texts, laid end to end: (units, labels)."""
        counts = [len(one.offsets) for one in given]
        begins = np.cumsum(counts) - counts
        tokens = [cut.tokens + begin for cut, begin in zip(units, begins, strict=True)]
        made = self.session.run(
            list(schemes),
            {
                "narrow": self.narrowed([one.states for one in given]),
                "side": self._side(given, units),
                "tokens": np.concatenate(tokens).astype(np.int64, copy=False),
                "grid": grid.places,
                "lengths": grid.lengths,
                "back": grid.back,
            },
        )
        return dict(zip(schemes, cast("list[Floats]", made), strict=True))

    def narrowed(self, states: Sequence[NDArray[np.float32] | NDArray[np.float16]]) -> Floats:
        """The states of several texts end to end, narrowed where they are not so yet."""
        together = np.concatenate(states).astype(np.float32, copy=False)
        return together if together.shape[1] == self.tables["bias"].shape[0] else self.narrow(together)

    def _side(self, given: Sequence[TokenStates], units: Sequence[Units]) -> Floats:
        """What flags, words and language add to each unit before the first bend, (units, hidden)."""
        tables = self.tables
        side = np.matmul(np.concatenate([cut.flags for cut in units]), tables["flags"], dtype=np.float32)
        begin = 0
        for language, name in enumerate(LANGUAGES):
            texts = [place for place, one in enumerate(given) if one.words.language == name]
            if not texts:
                continue
            worded = self._worded([given[place] for place in texts], name)
            constant = tables["bias"] + tables["languages"][language]
            begins = np.cumsum([len(cut.offsets) for cut in units])
            start = 0
            for place in texts:
                cut = units[place]
                rows = np.where(cut.words >= 0, cut.words + start, len(worded) - 1)
                begin = int(begins[place]) - len(rows)
                side[begin : begin + len(rows)] += worded[rows] + constant
                start += len(given[place].words.tags)
        return side

    def _worded(self, given: Sequence[TokenStates], language: str) -> Floats:
        """What vector and tag of each word add, the words of all texts end to end, and a row of zeros."""
        last = len(self.tables["tags"]) - 1
        tags = [min(tag_row(tag, self.tags), last) for one in given for tag in one.words.tags]
        worded = np.zeros((len(tags) + 1, self.tables["bias"].shape[0]), np.float32)
        if tags:
            vectors = np.concatenate([one.words.vectors for one in given if len(one.words.tags)])
            worded[:-1] = vectors @ self.tables[f"vectors.{language}"] + self.tables["tags"][tags]
        return worded
