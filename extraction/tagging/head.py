"""The tagging head: loads its packaged weights and marks names, dates and amounts in texts the encoder has read."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from extraction.tagging.lattice import best_path, closed, stretches, sureness
from extraction.tagging.network import Network
from extraction.tagging.states import Floats, Tagged, TokenStates
from extraction.tagging.units import Units, units_of
from graph.errors import Misconfigured

_FOLDER: Final = Path(__file__).parent
_BATCH: Final = 32
"""Texts that go through the recurrent layer together: beyond it a step no longer gets cheaper by the text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scheme:
    labels: tuple[str, ...]
    transitions: Floats
    opening: Floats
    temperature: float
    renamed: dict[str, str]
    """Labels it was trained on, to the coarser ones it shows."""


class Head:
    """Tags texts by several schemes; immutable, and so safe to share between threads."""

    def __init__(self, network: Network, record: dict[str, Any]) -> None:
        self._network = network
        self._record = record
        self._schemes = {name: _scheme(network, name, told) for name, told in record["schemes"].items()}

    @classmethod
    def load(cls, encoder: str) -> "Head":
        """The packaged head, loaded once a process.

        Raises Misconfigured when it was trained on another encoder than `encoder` (`EmbeddingModel.version`).
        """
        head = _packaged()
        trained = head.record["encoder"]
        if trained != encoder:
            raise Misconfigured(
                f"The tagging head was trained on the encoder {trained!r}, and this one is {encoder!r}: install the "
                "versions that belong together, or train the head anew (scripts/tagger)."
            )
        return head

    @property
    def record(self) -> dict[str, Any]:
        """What is known of the weights: encoder, seed, counts of training texts, scores."""
        return self._record

    @property
    def layers(self) -> tuple[str, ...]:
        """The encoder's outputs whose states the head reads, in this order side by side."""
        return tuple(self._record["layers"])

    @property
    def schemes(self) -> tuple[str, ...]:
        """The names of the label schemes; `enishi` is the product's own."""
        return tuple(self._schemes)

    def labels(self, scheme: str = "enishi") -> tuple[str, ...]:
        """The labels a scheme may give."""
        told = self._schemes[scheme]
        return tuple(sorted({told.renamed.get(label[2:], label[2:]) for label in told.labels if label != "O"}))

    def tagged(self, texts: Sequence[TokenStates], scheme: str = "enishi") -> list[list[Tagged]]:
        """For every text its tagged stretches in order, none overlapping; offsets are of the text's characters."""
        return self.tagged_by(texts, (scheme,))[scheme]

    def tagged_by(self, texts: Sequence[TokenStates], schemes: Sequence[str]) -> dict[str, list[list[Tagged]]]:
        """The same by several schemes at once: what they share is worked out once."""
        found: dict[str, list[list[Tagged]]] = {name: [[] for _ in texts] for name in schemes}
        order = sorted(range(len(texts)), key=lambda place: len(texts[place].offsets))
        for start in range(0, len(order), _BATCH):
            places = order[start : start + _BATCH]
            group = [texts[place] for place in places]
            units = [units_of(text) for text in group]
            features = self._network.trunk(group, units)
            for name in schemes:
                told = self._schemes[name]
                for place, cut, feature in zip(places, units, features, strict=True):
                    if len(feature):
                        scores = self._network.scores(feature, name)
                        found[name][place] = _read(told, scores, cut)
        return found


@cache
def _packaged() -> Head:
    return read_head(_FOLDER)


def read_head(folder: Path) -> Head:
    """The head whose weights lie in `folder`."""
    record = json.loads((folder / "weights.json").read_text(encoding="utf-8"))
    with np.load(folder / "weights.npz") as stored:
        weights = {name: stored[name].astype(np.float32) for name in stored.files}
    tags = {tag: row for row, tag in enumerate(cast("list[str]", record["tags"]))}
    return Head(Network(weights, tags), record)


def _scheme(network: Network, name: str, told: dict[str, Any]) -> _Scheme:
    labels = tuple(told["labels"])
    weights = network.weights
    transitions, opening = closed(labels, weights[f"{name}.transitions"], weights[f"{name}.opening"])
    return _Scheme(
        labels=labels,
        transitions=transitions,
        opening=opening,
        temperature=float(told.get("temperature", 1.0)),
        renamed=dict(told.get("renamed", {})),
    )


def _read(told: _Scheme, scores: Floats, units: Units) -> list[Tagged]:
    path = best_path(scores, told.transitions, told.opening)
    spans = list(stretches(path, told.labels))
    if not spans:
        return []
    cool = np.float32(1.0 / told.temperature)
    sure = sureness(scores * cool, told.transitions * cool, told.opening * cool)
    chosen = sure[np.arange(len(path)), path]
    found: list[Tagged] = []
    for first, after, label in spans:
        start, end = int(units.offsets[first, 0]), int(units.offsets[after - 1, 1])
        confidence = float(chosen[first:after].min())
        if after < len(path):
            # that it ends here: the next unit does not go on with it
            going = told.labels.index(f"I-{label}")
            confidence = min(confidence, 1.0 - float(sure[after, going]))
        found.append(
            Tagged(start=start, end=end, label=told.renamed.get(label, label), confidence=round(confidence, 4))
        )
    return found
