"""The head's arithmetic in numpy: projections, one recurrent layer in both directions, scores of labels.

Texts go through in one batch, the longest first, so that every step of the recurrence is one small product.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from extraction.tagging.states import LANGUAGES, Floats, TokenStates
from extraction.tagging.units import Units


@dataclass(frozen=True, slots=True)
class Network:
    """Weights by name, single precision, and the rows of known tags."""

    weights: Mapping[str, Floats]
    tags: Mapping[str, int]

    def trunk(self, given: Sequence[TokenStates], units: Sequence[Units]) -> list[Floats]:
        """For every text the features of its units, (units, width), from which each scheme scores its labels."""
        bottom = [self._bottom(one, cut) for one, cut in zip(given, units, strict=True)]
        above = _recurrent(bottom, self.weights)
        return [np.concatenate(pair, axis=1) for pair in zip(bottom, above, strict=True)]

    def scores(self, features: Floats, scheme: str) -> Floats:
        """Scores of a scheme's labels for every unit, (units, labels)."""
        return np.add(features @ self.weights[f"{scheme}.weight"], self.weights[f"{scheme}.bias"], dtype=np.float32)

    def _bottom(self, given: TokenStates, units: Units) -> Floats:
        weights = self.weights
        words = given.words
        tokens = given.states.astype(np.float32, copy=False) @ weights["states"]
        language = LANGUAGES.index(words.language)
        vectors = words.vectors @ weights[f"vectors.{words.language}"]
        worded = np.zeros((len(words.tags) + 1, tokens.shape[1]), np.float32)
        if len(words.tags):
            worded[:-1] = vectors + self._tagged(words.tags)
        total = np.matmul(units.flags, weights["flags"], dtype=np.float32)
        total += tokens[units.tokens]
        total += worded[units.words]
        total += weights["bias"] + weights["languages"][language]
        return bent(total)

    def _tagged(self, tags: Sequence[str]) -> Floats:
        return self.weights["tags"][[self.row(tag) for tag in tags]]

    def row(self, tag: str) -> int:
        """The row of a tag, or of its longest known beginning: UniDic's tags grow finer from left to right."""
        known = self.tags
        while tag not in known and "-" in tag:
            tag = tag.rpartition("-")[0]
        return known.get(tag, 0)


def bent(values: Floats) -> Floats:
    """X · sigmoid(1.702 x), the gate through which every first layer passes."""
    with np.errstate(over="ignore"):
        return np.divide(values, 1.0 + np.exp(-1.702 * values), dtype=np.float32)


def _sigmoid(values: Floats) -> Floats:
    return np.add(0.5, 0.5 * np.tanh(0.5 * values), dtype=np.float32)


def _recurrent(rows: Sequence[Floats], weights: Mapping[str, Floats]) -> list[Floats]:
    """States of a forward and a backward LSTM side by side, per text (units, 2 · hidden)."""
    lengths = [len(row) for row in rows]
    order = sorted(range(len(rows)), key=lengths.__getitem__, reverse=True)
    longest = max(lengths, default=0)
    sides: list[NDArray[np.float32]] = []
    for side in ("forward", "backward"):
        recurrent = weights[f"{side}.recurrent"]
        hidden = recurrent.shape[0]
        gates = np.zeros((longest, len(rows), 4 * hidden), np.float32)
        for place, text in enumerate(order):
            row = rows[text] if side == "forward" else rows[text][::-1]
            gates[: len(row), place] = row @ weights[f"{side}.input"] + weights[f"{side}.bias"]
        sides.append(_steps(gates, recurrent, [lengths[text] for text in order]))
    result: list[Floats] = [np.empty(0, np.float32)] * len(rows)
    for place, text in enumerate(order):
        length = lengths[text]
        result[text] = np.concatenate([sides[0][:length, place], sides[1][:length, place][::-1]], axis=1)
    return result


def _steps(gates: Floats, recurrent: Floats, lengths: Sequence[int]) -> Floats:
    hidden = recurrent.shape[0]
    out = np.zeros((gates.shape[0], gates.shape[1], hidden), np.float32)
    state = np.zeros((gates.shape[1], hidden), np.float32)
    cell = np.zeros_like(state)
    live = len(lengths)
    for step in range(gates.shape[0]):
        while live and lengths[live - 1] <= step:
            live -= 1
        now: Floats = np.add(gates[step, :live], np.matmul(state[:live], recurrent), dtype=np.float32)
        through = _sigmoid(now[:, : 3 * hidden])
        taken, kept, shown = through[:, :hidden], through[:, hidden : 2 * hidden], through[:, 2 * hidden :]
        cell[:live] = kept * cell[:live] + taken * np.tanh(now[:, 3 * hidden :])
        state[:live] = shown * np.tanh(cell[:live])
        out[step, :live] = state[:live]
    return out
