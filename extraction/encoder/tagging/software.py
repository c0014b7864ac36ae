"""Scores of names of software and code: a window network over what the recurrent one reads as well.

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
"""The label scheme of names of software, code, files, versions, errors and devices."""
REACH: Final = 2
"""Neighbours on each side that a unit's score depends on; nothing beyond the text."""


@dataclass(frozen=True, slots=True)
class WindowNetwork:
    """The weights, as float32."""

    tables: Mapping[str, Floats]

    def scores(self, inputs: Floats, sizes: NDArray[np.int64]) -> Floats:
        """The label scores of concatenated texts with so many units, (units, labels)."""
        tables = self.tables
        count, texts = len(inputs), len(sizes)
        # Blank rows part the texts, so that none looks into its neighbour.
        places = np.arange(count) + REACH * (1 + np.repeat(np.arange(texts), sizes))
        inner = np.zeros((count + REACH * (texts + 1), tables["inner"].shape[1]), np.float32)
        inner[places] = np.maximum(inputs @ tables["inner"] + tables["inner.bias"], 0)
        windows = np.concatenate([inner[places + step] for step in range(-REACH, REACH + 1)], axis=1)
        hidden = np.maximum(windows @ tables["window"] + tables["window.bias"], 0)
        return hidden @ tables["labels"] + tables["labels.bias"]
