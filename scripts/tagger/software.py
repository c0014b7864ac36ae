"""Trains the head's window network on names of software and code, and writes `software.npz` and `software.json`.

`python -m scripts.tagger.software --data FOLDER [--out FOLDER]`: the head must be packaged already, for its first
layer is what this network reads. Texts of everyday English stand for what is no name of software; they, talk and notes
of work teach the gate what is no text on code. Half an hour.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from bench.filler import CORPORA
from bench.sets import dialogues
from extraction.encoder.tagging.windows import SOFTWARE
from graph.model.draft import Draft
from scripts.tagger.chains import gate, halved, labels_of, scores, trained, written
from scripts.tagger.overheard import Spans, read_texts
from scripts.tagger.package import PACKAGE
from scripts.tagger.sets import examples, rows
from scripts.tagger.windows import WINDOW
from scripts.tagger.work import NOTES, notes

KINDS = ("SOFTWARE", "CODE", "FILE", "VERSION", "ERROR", "DEVICE")
SCORED = KINDS[:5]
EVERYDAY = ("ewt", "redocred")
"""Sets whose texts stand for what is no name of software: mails, reviews, and what firms, people and places do."""
_TALKS, _TURNS, _MARGIN = 60, 6, 1.0
"""Talks and turns of each corpus that the gate sees; log-odds above which a text is taken for one on code."""
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
    on_code, plain, apart, others = (
        [text for texts in read_texts(drafts) for text in texts]
        for drafts in (_drafts(train), _drafts(everyday), _drafts(dev), [(draft, ()) for draft in _others(data)])
    )
    weights = trained(WINDOW, [*on_code, *plain], KINDS)
    weights |= gate([text for text in on_code if text.spans], others, _MARGIN)
    dev_scores = scores(WINDOW, halved(weights), KINDS, apart, SCORED)
    counts = {"ner_soft": len(train), "everyday": len(everyday)}
    written(arguments.out, SOFTWARE, weights, {"labels": labels_of(KINDS), "texts": counts, "dev_scores": dev_scores})
    print(json.dumps(dev_scores))


def _drafts(texts: Sequence[Row]) -> list[tuple[Draft, Spans]]:
    """Texts with what is marked in them."""
    return [
        (
            Draft(text=row["text"]),
            tuple((each["start"], each["end"], each["type"]) for each in row["entities"] if each["type"] in KINDS),
        )
        for row in texts
    ]


def _others(data: Path) -> Iterator[Draft]:
    """Texts that are not on code: mails, reviews, posts, encyclopedias, talk, notes of work."""
    for each in examples(data):
        if each.language == "en":
            yield Draft(text=each.text)
    for corpus in CORPORA:
        for talk in islice(dialogues(data, corpus), _TALKS):
            yield from (turn for turn in talk[:_TURNS] if turn.text.isascii())
    for path in sorted(NOTES.glob("en*.txt")):
        yield from (Draft(text=text) for text, _ in notes(path))


if __name__ == "__main__":
    main()
