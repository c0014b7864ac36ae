"""Fits how sure the English literal facts of notes of work are, and writes the table.

`python -m bench.open_ie.fit_notes DATA [--write]` reads the notes that rules are made with: `bench/notes/en1`, `en3`
and DATA/worknotes/en. Every candidate is kept; it is worth 1 where an annotator states it and 0.5 where
something else is stated of its two ends. It prints what ten folds over the notes give: for each least confidence the
facts kept, the share of them whose ends are right, and how many are stated.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from bench.annotated_notes import NOTES, UNREAD, noted
from bench.open_ie.fit import FOLDS, PENALTY, RARE, sure, write
from bench.sets import note, rows, stories
from bench.understood import understood
from bench.worknotes import worths
from extraction.lang.en.clauses.contrasts import Contrast
from extraction.lang.en.facts import literals
from extraction.lang.en.facts.note_confidence import TABLE, note_features
from extraction.lang.en.facts.statements import Reader
from extraction.lang.en.open_facts.facts import OpenFact
from graph.model.draft import Draft
from scripts.logistic import fitted

_LEASTS = (0.3, 0.35, 0.4, 0.45, 0.5, 0.55)


def main() -> None:
    """Reads the notes, prints the folds' figures and, when asked, writes the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    candidates: list[list[str]] = []
    note_of, of_candidates, worth_of = list[int](), list[int](), list[float]()
    with patch.object(literals, "with_note_confidence", _numbering(candidates)):
        for number, (row, kept) in enumerate(_read(arguments.data)):
            for fact, worth in worths(row, kept, "en"):
                if fact.confidence >= 1:
                    note_of.append(number)
                    of_candidates.append(int(fact.confidence) - 1)
                    worth_of.append(worth)
    features = [candidates[place] for place in of_candidates]
    names = ["", *sorted(name for name, count in Counter(chain.from_iterable(features)).items() if count >= RARE)]
    matrix = np.array([[name == "" or name in named for name in names] for named in map(set, features)], float)
    truth, folds = np.array(worth_of), np.array(note_of) % FOLDS
    estimates = np.zeros(len(truth))
    for fold in range(FOLDS):
        held = folds == fold
        estimates[held] = sure(matrix[held], fitted(matrix[~held], truth[~held], PENALTY))
    for least in _LEASTS:
        kept = truth[estimates >= least]
        print(f"from {least}: {len(kept)} kept, {(kept > 0).mean():.3f} right, {(kept == 1).sum()} stated")
    if arguments.write:
        weights = fitted(matrix, truth, PENALTY)
        write(TABLE, {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)})


def _numbering(candidates: list[list[str]]) -> Callable[[Reader, OpenFact, Sequence[Contrast]], OpenFact]:
    """A confidence by which a candidate is kept and known again: its number, from 1."""

    def numbered(reader: Reader, fact: OpenFact, set_aside: Sequence[Contrast]) -> OpenFact:
        candidates.append([*note_features(reader, fact, set_aside)])
        return replace(fact, confidence=float(len(candidates)))

    return numbered


def _read(data: Path) -> Iterator[tuple[dict[str, Any], Any]]:
    """The notes with what annotators state, and with every candidate that was read of them."""
    annotated = [row for path in sorted(NOTES.glob("en*.facts")) if path.stem not in UNREAD for row in noted(path)]
    told = [row for path in stories(data, "worknotes-en") for row in rows(path)]
    yield from zip(annotated, understood([Draft(text=row["text"]) for row in annotated]), strict=True)
    yield from zip(told, understood([note(row) for row in told]), strict=True)


if __name__ == "__main__":
    main()
