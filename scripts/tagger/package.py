"""Writes trained weights as the files that `extraction.encoder.tagging` loads.

`python -m scripts.tagger.package --weights FILE --cache FOLDER [--out FOLDER]`: int8 graphs for what is heavy, half
precision tables for what is light, and a record of what they were made of and how they score.
"""

import argparse
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import onnx

from extraction.encoder.e5.engine import encoder_version
from scripts.tagger import labels
from scripts.tagger.graph import head_graph, narrow_graph
from scripts.tagger.reading import LAYERS
from scripts.tagger.scoring import described, exported, shares_of
from scripts.tagger.train import Options, narrow_reads, tag_rows

SHOWN = ("enishi", "ewt", "gsd", "stockmark", "wnut17")
PACKAGE = Path(__file__).resolve().parents[2] / "extraction" / "encoder" / "tagging"


def widened(weights: Mapping[str, np.ndarray], narrowing: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The weights with the fixed projection that training began from multiplied into the first layer."""
    made = dict(weights)
    made["states"] = (narrowing["matrix"] @ weights["states"]).astype(np.float32)
    made["bias"] = (weights["bias"] - narrowing["shift"] @ weights["states"]).astype(np.float32)
    return made


def measured(folds: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Scores by set, over all folds together: right stretches, found and true ones are added up."""
    scores: dict[str, dict[str, float]] = {}
    for name in folds[0]["scores"]:
        total: Counter[str] = Counter()
        for fold in folds:
            total.update({key: int(fold["scores"][name][key]) for key in ("right", "found", "gold", "bare")})
        scores[name] = shares_of(total, 2)
    return scores


def main() -> None:
    """Writes the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, required=True, help="what train --ship wrote")
    parser.add_argument("--folds", type=Path, nargs="*", default=[], help="the folds' scores that train wrote")
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=PACKAGE)
    arguments = parser.parse_args()
    weights = widened(np.load(arguments.weights), np.load(arguments.cache / "narrow.npz"))
    reads, _ = narrow_reads(arguments.cache)
    folds = [json.loads(path.read_text(encoding="utf-8")) for path in arguments.folds]
    temperatures = {name: round(fmean(fold["temperatures"][name] for fold in folds), 2) for name in SHOWN if folds}
    schemes = labels.schemes()
    onnx.save(narrow_graph(weights["states"], len(LAYERS)), arguments.out / "narrow.onnx")
    onnx.save(head_graph(weights, SHOWN), arguments.out / "head.onnx")
    light = {
        name: value.astype(np.float16)
        for name, value in exported(weights).items()
        if name.partition(".")[0] in ("vectors", "tags", "flags", "languages", "bias")
        or (name.partition(".")[0] in SHOWN and name.partition(".")[2] in ("transitions", "opening"))
    }
    np.savez(arguments.out / "weights.npz", **light)
    record = {
        "encoder": encoder_version(),
        "layers": list(LAYERS),
        "seed": Options().seed,
        "texts": dict(Counter(read.example.scheme for read in reads)),
        "held_out_scores": measured(folds) if folds else {},
        "schemes": described({name: schemes[name] for name in SHOWN}, temperatures),
        "tags": list(tag_rows(reads)),
    }
    written = json.dumps(record, indent=1, ensure_ascii=False)
    (arguments.out / "weights.json").write_text(written + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
