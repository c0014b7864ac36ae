"""The attention network: what a note tells as chosen and what as rejected, by all that stands around it.

A verdict may lie sentences away from its thing ("We looked hard at A. For once the answer is no."), and what the
names are read by, narrowed states, has lost it. So this network reads the encoder's layers themselves:

    x = relu(u·inner + layers·layers + bias)         of a unit, u (256) being what a window network reads
    z = relu([x of REACH neighbours on each side]·window + bias)
    z = z + attention(norm z)                        heads over the text (`TOGETHER`), with a bias for each distance
    z = z + relu(norm z·wide + bias)·back            then a score for each label of norm z
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.encoder.tagging.states import Floats

DECISIONS: Final = "decisions"
"""The label scheme of what is chosen and what is rejected, in English and Japanese."""
CHOSEN, REJECTED = "Chosen", "Rejected"
REACH: Final = 3
"""Neighbours on each side that a unit is read with before it attends to the whole text."""
HEADS: Final = 4
FARTHEST: Final = 32
"""Units apart from which on all distances share one bias."""
TOGETHER: Final = 128
"""Units that attend to each other at the most: a longer text is parted evenly, so that its cost grows with its length.
Training saw no more than 80 together.
"""
ASLEEP: Final = -3.0
"""How far below that of no mark the score of a mark is, at the most, in texts that all networks read."""
OUTSIDE: Final = 0
"""The place of the label of no mark."""
LEAST_SPREAD: Final = 1e-5
"""Added to the variance in norms."""


@dataclass(frozen=True, slots=True)
class AttentionNetworks:
    """Networks that differ by chance alone and score together.

    Alone each takes twice as many rejected things for chosen (`scripts/tagger/decisions.py`).

    `projected` is all that is kept of the encoder's layers, for each network in turn.
    """

    members: Sequence["AttentionNetwork"]
    _joined: Floats = field(init=False, repr=False, compare=False)

    @classmethod
    def of(cls, tables: Mapping[str, Floats]) -> "AttentionNetworks":
        """The networks of tables that hold the weights of each network behind one another."""
        count = len(tables["layers"])
        return cls([AttentionNetwork({name: values[at] for name, values in tables.items()}) for at in range(count)])

    @property
    def width(self) -> int:
        """Values that `projected` keeps of a token."""
        return sum(member.width for member in self.members)

    @property
    def chain(self) -> dict[str, Floats]:
        """The scores of the chain over labels: transitions and opening."""
        return {
            name: np.mean([member.tables[name] for member in self.members], axis=0)
            for name in ("transitions", "opening")
        }

    def __post_init__(self) -> None:
        """Joins what projects the encoder's layers, so that it is one product for all networks."""
        object.__setattr__(self, "_joined", np.concatenate([each.tables["layers"] for each in self.members], axis=1))

    def projected(self, layers: Sequence[Floats]) -> Floats:
        """What the networks keep of the encoder's layers, (tokens, width), of (tokens, 384) each."""
        ends = np.cumsum([layer.shape[1] for layer in layers])[:-1]
        parts = np.split(self._joined, ends)
        kept = layers[0] @ parts[0]
        for layer, part in zip(layers[1:], parts[1:], strict=True):
            kept += layer @ part
        return kept

    def scores(self, inputs: Floats, projected: Floats, sizes: NDArray[np.int64]) -> Floats:
        """The label scores of concatenated texts with so many units, (units, labels): the mean of the networks.

        `inputs` is what a window network reads of each unit, `projected` what is kept of its token's layers. A text
        in which the first network sees nothing near a mark has its scores alone: most texts decide nothing, and the
        others cost as much as the first.
        """
        (first, *others), (kept, *parts) = self.members, np.split(projected, len(self.members), axis=1)
        scored = first.scores(inputs, kept, sizes)
        awake = _nearest_mark(scored, sizes) > ASLEEP
        if others and awake.any():
            units = np.repeat(awake, sizes)
            for member, part in zip(others, parts, strict=True):
                scored[units] += member.scores(inputs[units], part[units], sizes[awake])
            scored[units] /= len(self.members)
        return scored


@dataclass(frozen=True, slots=True)
class AttentionNetwork:
    """One network: its weights, as float32."""

    tables: Mapping[str, Floats]

    @property
    def width(self) -> int:
        """Values that it keeps of a token's layers."""
        return self.tables["layers"].shape[1]

    def scores(self, inputs: Floats, projected: Floats, sizes: NDArray[np.int64]) -> Floats:
        """The label scores of concatenated texts with so many units, (units, labels)."""
        tables, count, texts = self.tables, len(inputs), len(sizes)
        # Blank rows part the texts, so that none looks into its neighbour.
        places = np.arange(count) + REACH * (1 + np.repeat(np.arange(texts), sizes))
        inner = np.zeros((count + REACH * (texts + 1), self.width), np.float32)
        inner[places] = np.maximum(inputs @ tables["inner"] + projected + tables["inner.bias"], 0)
        windows = np.concatenate([inner[places + step] for step in range(-REACH, REACH + 1)], axis=1)
        hidden = np.maximum(windows @ tables["window"] + tables["window.bias"], 0)
        hidden = hidden + self._attended(self._norm(hidden, "before"), sizes) @ tables["attended"]
        wide = np.maximum(self._norm(hidden, "between") @ tables["wide"] + tables["wide.bias"], 0)
        hidden = hidden + wide @ tables["back"] + tables["back.bias"]
        return self._norm(hidden, "behind") @ tables["labels"] + tables["labels.bias"]

    def _attended(self, hidden: Floats, sizes: NDArray[np.int64]) -> Floats:
        """What the heads take from all units of the same part of a text, side by side."""
        queries, keys, values = (hidden @ self.tables[name] for name in ("queries", "keys", "values"))
        attended = np.empty_like(values)
        end = 0
        for size in _parts(sizes):
            start, end = end, end + size
            attended[start:end] = self._of_part(queries[start:end], keys[start:end], values[start:end])
        return attended

    def _of_part(self, queries: Floats, keys: Floats, values: Floats) -> Floats:
        count, width = queries.shape
        apart = np.arange(count)[None] - np.arange(count)[:, None]
        near = self.tables["distances"][:, np.clip(apart, -FARTHEST, FARTHEST) + FARTHEST]
        queries, keys, values = (
            part.reshape(count, HEADS, width // HEADS).transpose(1, 0, 2) for part in (queries, keys, values)
        )
        weights = queries @ keys.transpose(0, 2, 1) / np.float32(np.sqrt(width / HEADS)) + near
        weights = np.exp(weights - weights.max(axis=2, keepdims=True))
        weights /= weights.sum(axis=2, keepdims=True)
        return (weights @ values).transpose(1, 0, 2).reshape(count, width)

    def _norm(self, values: Floats, name: str) -> Floats:
        """The values with mean 0 and variance 1, scaled and moved as training found best."""
        centred = values - values.mean(axis=1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=1, keepdims=True) + np.float32(LEAST_SPREAD))
        return centred / spread * self.tables[f"{name}.scale"] + self.tables[f"{name}.bias"]


def _nearest_mark(scores: Floats, sizes: NDArray[np.int64]) -> Floats:
    """For each text how far the score of a mark lies above that of none, at the most in its units."""
    nearest = np.full(len(sizes), -np.inf, np.float32)
    filled = np.flatnonzero(sizes)
    begins = (np.cumsum(sizes) - sizes)[filled]
    marks = np.delete(scores, OUTSIDE, axis=1).max(axis=1) - scores[:, OUTSIDE]
    nearest[filled] = np.maximum.reduceat(marks, begins) if len(filled) else nearest[filled]
    return nearest


def _parts(sizes: NDArray[np.int64]) -> Iterator[int]:
    """The sizes of the parts of texts with so many units: 300 units are three parts of 100."""
    for size in sizes.tolist():
        count = -(-size // TOGETHER)
        yield from (size * (place + 1) // count - size * place // count for place in range(count))
