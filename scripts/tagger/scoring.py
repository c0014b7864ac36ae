"""Scores trained weights as the packaged head would tag: exact stretches, and how far its confidence can be trusted."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnxruntime

from extraction.encoder.tagging.head import Head
from extraction.encoder.tagging.network import Network
from scripts.tagger import labels, network
from scripts.tagger.graph import head_graph
from scripts.tagger.reading import LAYERS, Read


def exported(weights: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The weights as the packaged network names them."""
    made = dict(weights)
    vectors = made.pop("vectors")
    made["vectors.en"], made["vectors.ja"] = vectors[: network.VECTORS["en"]], vectors[network.VECTORS["en"] :]
    return made


def head_of(
    weights: Mapping[str, np.ndarray],
    rows: dict[str, int],
    schemes: Mapping[str, Sequence[str]],
    temperatures: Mapping[str, float] | None = None,
) -> Head:
    """A head over the weights, to score with."""
    renamed = described(schemes, temperatures or {})
    graph = head_graph(weights, list(schemes))
    session = onnxruntime.InferenceSession(graph.SerializeToString(), providers=["CPUExecutionProvider"])
    matrix = weights["states"]
    return Head(
        Network(lambda states: states @ matrix, session, exported(weights), rows, {}),
        {"schemes": renamed, "layers": list(LAYERS)},
    )


def described(schemes: Mapping[str, Sequence[str]], temperatures: Mapping[str, float]) -> dict[str, Any]:
    """What the record tells of each scheme."""
    return {
        name: {
            "labels": list(names),
            "renamed": labels.COARSE.get(name, {}),
            "temperature": temperatures.get(name, 1.0),
            "untaught": labels.UNTAUGHT.get(name, {}),
        }
        for name, names in schemes.items()
    }


def scored(head: Head, reads: Sequence[Read], scheme: str) -> dict[str, float]:
    """Precision, recall and F1 over exact spans with type, and F1 over spans alone, in percent."""
    found = head.tagged([read.given for read in reads], scheme)
    coarse = labels.COARSE.get(scheme, {})
    right = typed = gold = bare = 0
    for read, tags in zip(reads, found, strict=True):
        mine = {(one.start, one.end, one.label) for one in tags}
        theirs = {(start, end, coarse.get(kind, kind)) for start, end, kind in read.example.spans}
        right += len(mine & theirs)
        bare += len({one[:2] for one in mine} & {one[:2] for one in theirs})
        typed, gold = typed + len(mine), gold + len(theirs)
    counts = {"right": right, "found": typed, "gold": gold, "bare": bare}
    return shares_of(counts, 1) | counts


def shares_of(counts: Mapping[str, int], digits: int) -> dict[str, float]:
    """Precision, recall, F1, and F1 over spans whatever their type (`bare`), in percent."""
    right, found, gold = counts["right"], counts["found"], counts["gold"]
    return {
        "f1": round(200 * right / max(found + gold, 1), digits),
        "precision": round(100 * right / max(found, 1), digits),
        "recall": round(100 * right / max(gold, 1), digits),
        "span_f1": round(200 * counts["bare"] / max(found + gold, 1), digits),
    }


def calibrated(
    weights: Mapping[str, np.ndarray],
    rows: dict[str, int],
    schemes: Mapping[str, Sequence[str]],
    apart: Sequence[Read],
    scheme: str,
) -> float:
    """The temperature at which confidences come nearest to the share of right stretches, on texts not trained on."""
    part = [read for read in apart if read.example.scheme == ("gsd" if scheme == "enishi" else scheme)]
    best, least = 1.0, math.inf
    for temperature in (0.8, 1.0, 1.25, 1.5, 1.8, 2.2, 2.7):
        head = head_of(weights, rows, schemes, {scheme: temperature})
        loss = 0.0
        for read, tags in zip(part, head.tagged([one.given for one in part], scheme), strict=True):
            gold = {(start, end, label) for start, end, kind in read.example.spans for label in _shown(scheme, kind)}
            for one in tags:
                right = (one.start, one.end, one.label) in gold
                loss -= math.log(min(max(one.confidence if right else 1 - one.confidence, 1e-3), 1.0))
        if loss < least:
            best, least = temperature, loss
    return best


def _shown(scheme: str, kind: str) -> tuple[str, ...]:
    """The labels under which a set's type is shown."""
    return labels.GSD[kind] if scheme == "enishi" else (labels.COARSE.get(scheme, {}).get(kind, kind),)


def told(
    weights: Mapping[str, np.ndarray],
    rows: dict[str, int],
    schemes: Mapping[str, Sequence[str]],
    reads: Sequence[Read],
    note: str,
) -> dict[str, dict[str, float]]:
    """Scores by set, printed as they come."""
    head = head_of(weights, rows, schemes)
    scores: dict[str, dict[str, float]] = {}
    for scheme in dict.fromkeys(read.example.scheme for read in reads):
        scores[scheme] = scored(head, [read for read in reads if read.example.scheme == scheme], scheme)
        print(note, scheme, scores[scheme], flush=True)
    return scores
