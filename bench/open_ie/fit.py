"""Fits the confidence of English open facts and of claims on CaRB's dev part (MIT) and writes both tables.

`python -m bench.open_ie.fit DATA [--write]`. A logistic model on soft targets, by Newton's method with a quadratic
penalty: the target of a fact is the mean of its precision, where it is the one that a tuple of the annotators is
matched with, and of the recall it brings to tuples that no other fact tells better. It prints what ten folds over the
sentences give: F1, area, and how far each tenth of the confidences is from the truth.
"""

import argparse
import json
from collections import Counter
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np

from bench.openie import OpenTuple, carb_gold, carb_scores, matched, parsed, tuple_of
from bench.sets import located, rows
from extraction.lang.en.clauses import confidence as claim_confidence
from extraction.lang.en.clauses.claims import claims
from extraction.lang.en.names.naming import names_by_noun
from extraction.lang.en.open_facts import confidence
from extraction.lang.en.open_facts.facts import OpenFact, whole_facts
from extraction.lang.en.parse.tree import Tree
from scripts.logistic import fitted

FOLDS = 10
PENALTY = 15.0
RARE = 8
"""Facts below which a feature is left out of the table."""


def main() -> None:
    """Reads the set, prints the folds' figures and, when asked, writes the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    sentences = rows(located(arguments.data, "carb", "dev"))
    gold = [carb_gold(row) for row in sentences]
    trees = [Tree(doc) for doc in parsed([row["sentence"] for row in sentences])]
    facts = [list(whole_facts(tree)) for tree in trees]
    features = [[*confidence.features(tree, fact)] for tree, kept in zip(trees, facts, strict=True) for fact in kept]
    names = ["", *sorted(name for name, count in Counter(chain.from_iterable(features)).items() if count >= RARE)]
    places = {name: place for place, name in enumerate(names)}
    matrix = np.zeros((len(features), len(names)))
    matrix[:, 0] = 1
    for row, names_of_fact in enumerate(features):
        matrix[row, [places[name] for name in names_of_fact if name in places]] = 1
    truth = np.concatenate([targets(expected, kept) for expected, kept in zip(gold, facts, strict=True)])
    sentence = np.repeat(np.arange(len(facts)), [len(kept) for kept in facts])
    estimates = np.zeros(len(truth))
    for fold in range(FOLDS):
        held = sentence % FOLDS == fold
        estimates[held] = sure(matrix[held], fitted(matrix[~held], truth[~held], PENALTY))
    report(gold, facts, estimates, truth)
    if arguments.write:
        weights = {
            name: round(float(weight), 3) for name, weight in zip(names, fitted(matrix, truth, PENALTY), strict=True)
        }
        write(confidence.TABLE, weights)
        write(claim_confidence.TABLE, claim_weights(gold, trees))


def write(path: Path, weights: dict[str, float]) -> None:
    """Writes one table, a line a feature."""
    path.write_text(json.dumps(weights, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


def claim_weights(gold: list[list[OpenTuple]], trees: list[Tree]) -> dict[str, float]:
    """The same for claims between two ends: one is true when a tuple has both head words in two of its slots."""
    reasons_of_claims: list[list[str]] = []
    truth: list[float] = []
    for expected, tree in zip(gold, trees, strict=True):
        slots = [
            [set(slot.split()) for slot in gold_tuple.arguments] + [set(gold_tuple.predicate.split())]
            for gold_tuple in expected
        ]
        for claim in claims(tree, names_by_noun(tree)):
            if "PRON" in (claim.subject.pos_, claim.object.pos_):
                # the annotators say whom they mean
                continue
            reasons_of_claims.append(claim_confidence.claim_reasons(claim, tree.length_around(claim.verb.i)))
            truth.append(
                float(any(_apart(tuple_slots, claim.subject.text, claim.object.text) for tuple_slots in slots))
            )
    names = ["", *sorted({name for reasons in reasons_of_claims for name in reasons})]
    values = np.array(
        [[1.0 if name == "" else float(name in reasons) for name in names] for reasons in reasons_of_claims]
    )
    weights = fitted(values, np.array(truth), PENALTY)
    estimates = sure(values, weights)
    for part in np.array_split(np.argsort(estimates), 6):
        print(f"  claims of {estimates[part].mean():.2f}: true {np.array(truth)[part].mean():.2f}")
    for name in names[1:]:
        truths = [value for reasons, value in zip(reasons_of_claims, truth, strict=True) if name in reasons]
        print(f"  {name}: {len(truths)} claims, {np.mean(truths):.2f} true")
    return {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)}


def _apart(slots: list[set[str]], subject: str, object_: str) -> bool:
    return any(subject in slot for slot in slots) and any(
        subject in first and object_ in second
        for place, first in enumerate(slots)
        for at, second in enumerate(slots)
        if place != at
    )


def targets(gold: list[OpenTuple], facts: list[OpenFact]) -> np.ndarray:
    """What each fact of a sentence is worth, 0–1."""
    if not facts:
        return np.zeros(0)
    pairs = np.array([[matched(expected, tuple_of(fact)) for fact in facts] for expected in gold])
    precision, recall = np.zeros(len(facts)), np.zeros(len(facts))
    for row in pairs:
        best = max(range(len(facts)), key=lambda place: (row[place][1], row[place][0]))
        recall[best] += row[best][1]
    left = pairs[:, :, 0] + 0.01 * pairs[:, :, 1]
    for _ in range(min(left.shape)):
        gold_at, place = np.unravel_index(int(np.argmax(left)), left.shape)
        if left[gold_at, place] <= 0:
            break
        precision[place] = pairs[gold_at, place, 0]
        left[gold_at, :] = left[:, place] = -1
    return (precision + np.minimum(recall, 1)) / 2


def sure(matrix: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """What the model gives each row of features, 0–1."""
    return 1 / (1 + np.exp(-matrix @ weights))


def report(gold: list[list[OpenTuple]], facts: list[list[OpenFact]], estimates: np.ndarray, truth: np.ndarray) -> None:
    """Prints the held-out figures."""
    numbers = iter(estimates)
    predictions = [
        [replace(tuple_of(fact), confidence=round(float(next(numbers)), 3)) for fact in kept] for kept in facts
    ]
    print(f"folds: {carb_scores(gold, predictions)}, correlation {np.corrcoef(estimates, truth)[0, 1]:.3f}")
    order = np.array_split(np.argsort(estimates), 10)
    for part in order:
        print(f"  confidence {estimates[part].mean():.2f}: worth {truth[part].mean():.2f}")


if __name__ == "__main__":
    main()
