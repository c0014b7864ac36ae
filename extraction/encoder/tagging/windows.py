"""Window networks over what the recurrent one reads as well: names of software and code, things in notes of work.

`relu(x·inner)` of a unit and its two neighbours on each side, side by side, `relu(·window)`, then a score for each
label; `x` (units, 256) are narrowed states with the features of words added. It costs a fifth of the recurrent layer.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.encoder.tagging.states import Floats

SOFTWARE: Final = "software"
"""The label scheme of names of software, code, files, versions, errors and devices, in English."""
WORK: Final = "work"
"""The label scheme of what notes of work are about, one label an entity type, in English and Japanese."""
WINDOWS: Final = (SOFTWARE, WORK)
"""The schemes with a network of their own; each has a file of weights and one of labels and scores."""
SILENT: Final = (WORK,)
"""The schemes that mark nothing outside their domain."""
OUTSIDE: Final = 0
"""The place of the outside label."""
_NEVER: Final = np.float32(-1e4)
REACH: Final = 2
"""Neighbours on each side that a unit's score depends on; nothing beyond the text."""


@dataclass(frozen=True, slots=True)
class WindowNetwork:
    """The weights, as float32."""

    tables: Mapping[str, Floats]
    is_silent: bool
    """Whether it marks nothing in texts that are not of its domain."""

    def in_domain(self, inputs: Floats, sizes: NDArray[np.int64]) -> NDArray[np.bool_]:
        """For each of concatenated texts with so many units whether it is of the kind that taught the network.

        That is its gate: `sum(x)/(n + gate.prior)·gate + gate.bias` is above zero for a text of n units. The prior
        counts units that speak for nothing, so that few words alone do not decide.
        """
        inside = np.zeros(len(sizes), np.bool_)
        filled = np.flatnonzero(sizes)
        begins = (np.cumsum(sizes) - sizes)[filled]
        means = np.add.reduceat(inputs, begins, axis=0) / (sizes[filled, None] + self.tables["gate.prior"])
        inside[filled] = means @ self.tables["gate"] + self.tables["gate.bias"] > 0
        return inside

    def scores(self, inputs: Floats, sizes: NDArray[np.int64]) -> tuple[Floats, NDArray[np.bool_]]:
        """The label scores of concatenated texts with so many units, (units, labels), and which are in its domain."""
        inside = self.in_domain(inputs, sizes)
        open_texts = inside if self.is_silent else np.ones(len(sizes), np.bool_)
        scores = np.full((len(inputs), len(self.tables["labels.bias"])), _NEVER)
        scores[:, OUTSIDE] = 0
        if open_texts.any():
            kept = np.repeat(open_texts, sizes)
            scores[kept] = self._scores(inputs[kept], sizes[open_texts])
        return scores, inside

    def _scores(self, inputs: Floats, sizes: NDArray[np.int64]) -> Floats:
        tables = self.tables
        count, texts = len(inputs), len(sizes)
        # Blank rows part the texts, so that none looks into its neighbour.
        places = np.arange(count) + REACH * (1 + np.repeat(np.arange(texts), sizes))
        inner = np.zeros((count + REACH * (texts + 1), tables["inner"].shape[1]), np.float32)
        inner[places] = np.maximum(inputs @ tables["inner"] + tables["inner.bias"], 0)
        windows = np.concatenate([inner[places + step] for step in range(-REACH, REACH + 1)], axis=1)
        hidden = np.maximum(windows @ tables["window"] + tables["window.bias"], 0)
        return hidden @ tables["labels"] + tables["labels.bias"]
