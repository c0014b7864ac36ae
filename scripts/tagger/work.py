"""Trains the head's window network on what notes of work are about, and writes `work.npz` and `work.json`.

`python -m scripts.tagger.work --data FOLDER [--test FILE …] [--folds 5] [--out FOLDER]`: the notes lie in
`bench/notes`, parted by lines of `===`, their things marked as `⟦Type:surface⟧`. What the network reads of
them is what the head is given by the product's own pipeline. Everyday texts of other sets teach the gate what is no
note of work. Test files are memories of stories, as rows with `text` and `entities`. Twenty minutes.
"""

import argparse
import json
import random
import re
from itertools import islice
from pathlib import Path
from typing import Any, Final

from bench.annotated_notes import NOTES, notes
from bench.filler import CORPORA
from bench.sets import dialogues, note
from extraction.encoder.tagging.windows import WORK
from graph.model.draft import Draft
from graph.model.types import EntityType
from scripts.tagger.chains import Marked, gate, halved, labels_of, scores, trained, written
from scripts.tagger.overheard import Spans, read_texts
from scripts.tagger.package import PACKAGE
from scripts.tagger.sets import examples, rows
from scripts.tagger.windows import WINDOW

KINDS: Final = tuple(type_.value for type_ in EntityType if type_ is not EntityType.TIME_UNIT)
"""Dates and amounts are read by rules."""
BATCH: Final = 16
_AMOUNT: Final = re.compile(r"[^\w]*\d")
_EVERYDAY: Final = {"ewt": 0.25, "wnut17": 0.3, "redocred": 0.05, "gsd": 0.06, "stockmark": 0.2, "wac": 0.3}
"""Sets of everyday texts, and the share of each that the gate sees."""
_OF_CODE, _TALKS, _TURNS = 0.25, 60, 6
_MARGIN: Final = 1.0
"""Log-odds above which a text is taken for a note of work: single sentences of everyday that are like one stay out."""
_PRIOR: Final = 3.0
"""Units that each text has beside its own for the gate: a short sentence is no note of work for three words."""


def main() -> None:
    """Reads, trains by folds to score and on everything to ship, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--test", type=Path, nargs="*", default=[])
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--out", type=Path, default=PACKAGE)
    arguments = parser.parse_args()
    texts = [(Draft(text=text), spans) for path in sorted(NOTES.glob("*.txt")) for text, spans in notes(path)]
    tests = {
        f"{path.parent.name}/{path.name}": [(note(row), _spans(row)) for row in rows(path)] for path in arguments.test
    }
    read = read_texts([*texts, *(text for test in tests.values() for text in test)])
    count = len(texts)
    folded: list[dict[str, float]] = []
    for fold in range(arguments.folds):
        kept = [text for place in range(count) if place // 20 % arguments.folds != fold for text in read[place]]
        apart = [text for place in range(count) if place // 20 % arguments.folds == fold for text in read[place]]
        folded.append(scores(WINDOW, halved(trained(WINDOW, kept, KINDS, batch=BATCH)), KINDS, apart, KINDS))
        print(json.dumps(folded[-1]), flush=True)
    weights = trained(WINDOW, [text for texts in read[:count] for text in texts], KINDS, batch=BATCH)
    weights |= gate([text for texts in read[:count] for text in texts], everyday(arguments.data), _MARGIN, _PRIOR)
    begin = count
    for name, test in tests.items():
        apart = [text for texts in read[begin : begin + len(test)] for text in texts]
        print(name, json.dumps(scores(WINDOW, halved(weights), KINDS, apart, KINDS)), flush=True)
        begin += len(test)
    record = {"labels": labels_of(KINDS), "texts": {"notes": count}, "fold_scores": [each["f1"] for each in folded]}
    written(arguments.out, WORK, weights, record)


def everyday(data: Path) -> list[Marked]:
    """What the network reads of texts that are no notes of work: the web, encyclopedias, questions on code, talk."""
    return [text for texts in read_texts([(draft, ()) for draft in everyday_drafts(data)]) for text in texts]


def everyday_drafts(data: Path) -> list[Draft]:
    """The same texts as they are told."""
    chance = random.Random(5)
    texts = [example.text for example in examples(data) if chance.random() < _EVERYDAY.get(example.scheme, 0)]
    texts += [row["text"] for row in rows(data / "ner_soft" / "train.jsonl.gz") if chance.random() < _OF_CODE]
    drafts = [Draft(text=text) for text in texts]
    for corpus in CORPORA:
        drafts += [turn for talk in islice(dialogues(data, corpus), _TALKS) for turn in talk[:_TURNS]]
    return drafts


def _spans(row: dict[str, Any]) -> Spans:
    """What a story marks, without dates and amounts."""
    return tuple(
        (entity["start"], entity["end"], entity["types"][0])
        for entity in row["entities"]
        if entity["types"][0] in KINDS and not (entity["types"][0] == "Concept" and _AMOUNT.match(entity["surface"]))
    )


if __name__ == "__main__":
    main()
