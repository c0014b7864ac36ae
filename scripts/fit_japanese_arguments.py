"""Fits how sure Japanese roles are: `python -m scripts.fit_japanese_arguments wac_ja/dev.jsonl`, then commit the table.

A logistic regression over the features of `lang/ja/arguments/candidates.py`, with an L2 penalty.
The annotated sentences are the development part of the Wikipedia Annotated Corpus (CC BY-SA 4.0); the table holds
weights of features and no text. `--folds 8` measures on sentences the model has not seen instead of writing the table.
"""

import argparse
import json
import random
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench.pas import ROLES, Triple, argument_span, gold_of, parses_of, predicate_span, rows_of, scored, triples_of
from extraction.lang.ja.arguments import clauses
from extraction.lang.ja.arguments.candidates import candidates_in, view_of
from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.arguments.predicates import predicates_of
from extraction.lang.ja.parse.words import Parse
from scripts.logistic import fitted as regression

TABLE = Path(__file__).parents[1] / "extraction/lang/ja/arguments/arguments.json"
PENALTY, LEAST = 3.0, 3
EXPECTED = {
    **dict.fromkeys(("は>が|kperson", "は>が|kpronoun", "も>が|kperson", "も>が|kpronoun"), 1.0),
    **dict.fromkeys(("は>が|a+", "も>が|a+", "reach>が|a+", "top>が|a+", "sub>が|a+"), 0.5),
    **dict.fromkeys(("bare>が|kpronoun", "bare>が|lnsubj"), 1.5),
}
"""What talks would teach and an encyclopedia hardly shows: somebody set as topic is who acts. The penalty pulls
there."""


class Example(NamedTuple):
    """A candidate's features, and whether annotators agree with it."""

    features: tuple[str, ...]
    right: bool


def main() -> None:
    """Writes the table, or prints measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--folds", type=int, default=0)
    arguments = parser.parse_args()
    rows = rows_of(arguments.path)
    parses = [parses_of(row) for row in rows]
    examples = [examples_of(row, texts) for row, texts in zip(rows, parses, strict=True)]
    if arguments.folds:
        folded(rows, parses, examples, arguments.folds)
        return
    bias, weights = fitted([one for some in examples for one in some])
    told = {
        "bias": round(bias, 3),
        "signs": {sign: round(weight, 2) for sign, weight in sorted(weights.items()) if abs(weight) >= 0.02},
    }
    TABLE.write_text(json.dumps(told, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print(f"{len(told['signs'])} signs")


def examples_of(row: dict, texts: list[Parse]) -> list[Example]:
    """Every candidate of a document."""
    found: list[Example] = []
    for number, parse in enumerate(texts):
        gold = gold_of(row, number, ("dep", "intra"), frozenset(ROLES.values()))
        for sentence in parse.sentences:
            for one in candidates_in(view_of(parse, sentence, predicates_of(parse, sentence))):
                if one.role in ROLES:
                    triple = Triple(
                        predicate_span(parse, one.predicate),
                        ROLES[one.role],
                        argument_span(parse, one.noun.place, one.predicate, one.route),
                    )
                    found.append(Example(one.features, any(triple.agrees(other) for other in gold)))
    return found


def fitted(examples: list[Example]) -> tuple[float, dict[str, float]]:
    """Bias and weights."""
    counts = Counter(sign for one in examples for sign in one.features)
    kept = [sign for sign, count in counts.items() if count >= LEAST or sign in EXPECTED]
    places = {sign: place for place, sign in enumerate(dict.fromkeys((*kept, *EXPECTED)))}
    expected = np.array([EXPECTED.get(sign, 0.0) for sign in places] + [0.0])
    matrix = np.zeros((len(examples), len(places) + 1))
    for number, one in enumerate(examples):
        matrix[number, [places[sign] for sign in one.features if sign in places]] = 1
    matrix[:, -1] = 1
    wanted = np.array([float(one.right) for one in examples])
    penalty = np.full(len(places) + 1, PENALTY)
    penalty[-1] = 1e-4
    weights = regression(matrix, wanted, penalty, expected)
    return float(weights[-1]), {sign: float(weights[place]) for sign, place in places.items()}


def folded(rows: list[dict], parses: list[list[Parse]], examples: list[list[Example]], folds: int) -> None:
    """Prints what documents that the model has not seen give."""
    order = list(range(len(rows)))
    random.Random(0).shuffle(order)
    read: dict[int, list[list[Clause]]] = {}
    for fold in range(folds):
        held = set(order[fold::folds])
        bias, weights = fitted([one for number in order if number not in held for one in examples[number]])
        clauses._weights = lambda learned=(bias, weights): learned
        for number in sorted(held):
            read[number] = [clauses.clauses_in(parse) for parse in parses[number]]
    for kinds in (("dep",), ("dep", "intra")):
        print(
            kinds,
            scored(
                (triples_of(parse, found, carried=len(kinds) > 1), gold_of(row, at, kinds))
                for number, row in enumerate(rows)
                for at, (parse, found) in enumerate(zip(parses[number], read[number], strict=True))
            ),
        )


if __name__ == "__main__":
    main()
