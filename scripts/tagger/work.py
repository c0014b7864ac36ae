"""Trains the head's window network on what notes of work are about, and writes `work.npz` and `work.json`.

`python -m scripts.tagger.work --data FOLDER [--test FILE …] [--folds 5] [--out FOLDER]`: the notes lie in
`scripts/tagger/notes`, parted by lines of `===`, their things marked as `⟦Type:surface⟧`. What the network reads of
them is what the head is given by the product's own pipeline. Everyday texts of other sets teach the gate what is no
note of work. Test files are memories of stories, as rows with `text` and `entities`. Twenty minutes.
"""

import argparse
import difflib
import json
import random
import re
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from bench.filler import CORPORA
from bench.sets import dialogues, note
from extraction.encoder.tagging.head import Head, read_head
from extraction.encoder.tagging.states import TokenStates
from extraction.encoder.tagging.units import units_of
from extraction.encoder.tagging.windows import WORK
from extraction.pipeline import Pipeline
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.types import EntityType
from scripts.logistic import fitted
from scripts.tagger.package import PACKAGE
from scripts.tagger.sets import examples, rows
from scripts.tagger.windows import Marked, Weights, halved, labels_of, scores, trained, written

NOTES: Final = Path(__file__).parent / "notes"
KINDS: Final = tuple(type_.value for type_ in EntityType if type_ is not EntityType.TIME_UNIT)
"""Dates and amounts are read by rules."""
BATCH: Final = 16
_MARK: Final = re.compile(r"⟦(\w+):([^⟦⟧]+)⟧")
_AMOUNT: Final = re.compile(r"[^\w]*\d")
_EVERYDAY: Final = {"ewt": 0.25, "wnut17": 0.3, "redocred": 0.05, "gsd": 0.06, "stockmark": 0.2, "wac": 0.3}
"""Sets of everyday texts, and the share of each that the gate sees."""
_OF_CODE, _TALKS, _TURNS, _GATE_PENALTY = 0.25, 60, 6, 10.0
_MARGIN: Final = 2.0
"""Log-odds above which a text is taken for a note of work: single sentences of everyday that are like one stay out."""
Spans = tuple[tuple[int, int, str], ...]


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
        folded.append(scores(halved(trained(kept, KINDS, batch=BATCH)), KINDS, apart, KINDS))
        print(json.dumps(folded[-1]), flush=True)
    weights = trained([text for texts in read[:count] for text in texts], KINDS, batch=BATCH)
    weights |= gate([text for texts in read[:count] for text in texts], everyday(arguments.data))
    begin = count
    for name, test in tests.items():
        apart = [text for texts in read[begin : begin + len(test)] for text in texts]
        print(name, json.dumps(scores(halved(weights), KINDS, apart, KINDS)), flush=True)
        begin += len(test)
    record = {"labels": labels_of(KINDS), "texts": {"notes": count}, "fold_scores": [each["f1"] for each in folded]}
    written(arguments.out, WORK, weights, record)


def everyday(data: Path) -> list[Marked]:
    """What the network reads of texts that are no notes of work: the web, encyclopedias, questions on code, talk."""
    chance = random.Random(5)
    texts = [example.text for example in examples(data) if chance.random() < _EVERYDAY.get(example.scheme, 0)]
    texts += [row["text"] for row in rows(data / "ner_soft" / "train.jsonl.gz") if chance.random() < _OF_CODE]
    drafts = [Draft(text=text) for text in texts]
    for corpus in CORPORA:
        drafts += [turn for talk in islice(dialogues(data, corpus), _TALKS) for turn in talk[:_TURNS]]
    return [text for texts in read_texts([(draft, ()) for draft in drafts]) for text in texts]


def gate(notes: Sequence[Marked], others: Sequence[Marked]) -> Weights:
    """The weights that part notes of work from other texts by the mean of what their units are (logistic)."""
    means = np.array([text.inputs.mean(0) for text in (*notes, *others)])
    truth = np.array([1.0] * len(notes) + [0.0] * len(others))
    weights = fitted(np.c_[means, np.ones(len(means))], truth, _GATE_PENALTY)
    weights[-1] -= _MARGIN
    right = (means @ weights[:-1] + weights[-1] > 0) == truth
    print("gate", round(float(right[: len(notes)].mean()), 4), round(float(right[len(notes) :].mean()), 4), flush=True)
    return {"gate": weights[:-1], "gate.bias": weights[-1]}


def notes(path: Path) -> Iterator[tuple[str, Spans]]:
    """The notes of a file, each without its marks, and what was marked."""
    for marked in path.read_text(encoding="utf-8").split("\n===\n"):
        text, spans, at = "", [], 0
        marked = marked.strip("\n").removesuffix("\n===")
        for match in _MARK.finditer(marked):
            text += marked[at : match.start()]
            spans.append((len(text), len(text) + len(match[2]), match[1]))
            text += match[2]
            at = match.end()
        text += marked[at:]
        if text.strip():
            yield text, tuple(spans)


def _spans(row: dict[str, Any]) -> Spans:
    """What a story marks, without dates and amounts."""
    return tuple(
        (entity["start"], entity["end"], entity["types"][0])
        for entity in row["entities"]
        if entity["types"][0] in KINDS and not (entity["types"][0] == "Concept" and _AMOUNT.match(entity["surface"]))
    )


def read_texts(texts: Sequence[tuple[Draft, Spans]]) -> list[list[Marked]]:
    """What the head is given of each text, in the parts that the pipeline gives it."""
    pipeline, network = Pipeline(), read_head(PACKAGE).network
    read: list[list[Marked]] = []
    for draft, spans in texts:
        with _overheard() as given:
            pipeline.extract([ExtractionInput(draft=draft, reading=pipeline.read(draft))])
        parts: list[Marked] = []
        for part in given:
            units = units_of([part])
            if len(units.offsets):
                inputs = network.unit_inputs([part], units)
                parts.append(Marked(inputs, units.offsets, _shown(draft.text, part.text, spans)))
        read.append(parts)
    return read


@contextmanager
def _overheard() -> Generator[list[TokenStates]]:
    """Notes every text that any head is given meanwhile."""
    given: list[TokenStates] = []
    tagged_by = Head.tagged_by

    def overhearing(self: Head, texts: Sequence[TokenStates], schemes: Sequence[str]) -> Any:
        given.extend(texts)
        return tagged_by(self, texts, schemes)

    Head.tagged_by = overhearing  # type: ignore[method-assign]
    try:
        yield given
    finally:
        Head.tagged_by = tagged_by  # type: ignore[method-assign]


def _shown(text: str, shown: str, spans: Spans) -> Spans:
    """The marked stretches in what is shown of a text, without its Markdown; those that are shown in part are not."""
    place = np.full(len(text) + 1, -1)
    for block in difflib.SequenceMatcher(None, text, shown, autojunk=False).get_matching_blocks():
        place[block.a : block.a + block.size] = np.arange(block.b, block.b + block.size)
    ends = (
        (place[start], place[end - 1] + 1, kind) for start, end, kind in spans if min(place[start], place[end - 1]) >= 0
    )
    return tuple((int(start), int(end), kind) for start, end, kind in ends if end > start)


if __name__ == "__main__":
    main()
