"""Fits the confidence of English open facts on CaRB's dev part (MIT) and writes its table.

`python -m scripts.fit_openie DATA [--write]`. A logistic model on soft targets, by Newton's method with a quadratic
penalty: the target of a fact is the mean of its precision, where it is the one that a tuple of the annotators is
matched with, and of the recall it brings to tuples that no other fact tells better. It prints what ten folds over the
sentences give: F1, area, and how far each tenth of the confidences is from the truth.
"""

import argparse
import json
from collections import Counter
from itertools import chain
from pathlib import Path

import numpy as np

from bench.openie import Told, carb_gold, carb_scores, matched, parsed, told_of
from bench.sets import located, rows
from extraction.lang.en.clauses import confidence as table
from extraction.lang.en.clauses.claims import claims
from extraction.lang.en.clauses.open_ie import OpenFact, whole_facts
from extraction.lang.en.names.naming import names_by_noun
from extraction.lang.en.parse.tree import Tree

FOLDS = 10
PENALTY = 15.0
RARE = 8
"""Facts below which a trait is left out of the table."""


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
    traits = [[*table.traits(tree, fact)] for tree, own in zip(trees, facts, strict=True) for fact in own]
    names = ["", *sorted(name for name, count in Counter(chain.from_iterable(traits)).items() if count >= RARE)]
    places = {name: place for place, name in enumerate(names)}
    told = np.zeros((len(traits), len(names)))
    told[:, 0] = 1
    for row, own in enumerate(traits):
        told[row, [places[name] for name in own if name in places]] = 1
    truth = np.concatenate([targets(wanted, own) for wanted, own in zip(gold, facts, strict=True)])
    sentence = np.repeat(np.arange(len(facts)), [len(own) for own in facts])
    guessed = np.zeros(len(truth))
    for fold in range(FOLDS):
        held = sentence % FOLDS == fold
        guessed[held] = _sure(told[held], fitted(told[~held], truth[~held]))
    report(gold, facts, guessed, truth)
    if arguments.write:
        weights = {name: round(float(weight), 3) for name, weight in zip(names, fitted(told, truth), strict=True)}
        written = {"facts": weights, "claims": claim_weights(gold, trees)}
        path = Path(table.__file__).with_name("confidence.json")
        path.write_text(json.dumps(written, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


def claim_weights(gold: list[list[Told]], trees: list[Tree]) -> dict[str, float]:
    """The same for claims between two ends: one is true when a tuple has both head words in two of its slots."""
    told: list[list[str]] = []
    truth: list[float] = []
    for wanted, tree in zip(gold, trees, strict=True):
        slots = [[set(slot.split()) for slot in one.arguments] + [set(one.predicate.split())] for one in wanted]
        for claim in claims(tree, names_by_noun(tree)):
            if "PRON" in (claim.subject.pos_, claim.object.pos_):
                # the annotators say whom they mean
                continue
            told.append(table.claim_reasons(claim, tree.length_around(claim.verb.i)))
            truth.append(float(any(_apart(one, claim.subject.text, claim.object.text) for one in slots)))
    names = ["", *sorted({name for own in told for name in own})]
    values = np.array([[1.0 if name == "" else float(name in own) for name in names] for own in told])
    weights = fitted(values, np.array(truth))
    sure = _sure(values, weights)
    for part in np.array_split(np.argsort(sure), 6):
        print(f"  claims of {sure[part].mean():.2f}: true {np.array(truth)[part].mean():.2f}")
    for name in names[1:]:
        own = [value for reasons, value in zip(told, truth, strict=True) if name in reasons]
        print(f"  {name}: {len(own)} claims, {np.mean(own):.2f} true")
    return {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)}


def _apart(slots: list[set[str]], one: str, other: str) -> bool:
    return any(one in slot for slot in slots) and any(
        one in first and other in second
        for place, first in enumerate(slots)
        for at, second in enumerate(slots)
        if place != at
    )


def targets(gold: list[Told], facts: list[OpenFact]) -> np.ndarray:
    """What each fact of a sentence is worth, 0–1."""
    if not facts:
        return np.zeros(0)
    pairs = np.array([[matched(one, told_of(fact)) for fact in facts] for one in gold])
    precision, recall = np.zeros(len(facts)), np.zeros(len(facts))
    for row in pairs:
        best = max(range(len(facts)), key=lambda place: (row[place][1], row[place][0]))
        recall[best] += row[best][1]
    left = pairs[:, :, 0] + 0.01 * pairs[:, :, 1]
    for _ in range(min(left.shape)):
        one, place = np.unravel_index(int(np.argmax(left)), left.shape)
        if left[one, place] <= 0:
            break
        precision[place] = pairs[one, place, 0]
        left[one, :] = left[:, place] = -1
    return (precision + np.minimum(recall, 1)) / 2


def fitted(told: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """The weights of the traits."""
    weights = np.zeros(told.shape[1])
    for _ in range(12):
        sure = _sure(told, weights)
        gradient = told.T @ (sure - truth) + PENALTY * weights
        curve = (told * (sure * (1 - sure))[:, None]).T @ told + PENALTY * np.eye(len(weights))
        weights -= np.linalg.solve(curve, gradient)
    return weights


def _sure(told: np.ndarray, weights: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-told @ weights))


def report(gold: list[list[Told]], facts: list[list[OpenFact]], guessed: np.ndarray, truth: np.ndarray) -> None:
    """Prints the held-out figures."""
    numbers = iter(guessed)
    found = [
        [Told(one.predicate, one.arguments, round(float(next(numbers)), 3)) for one in map(told_of, own)]
        for own in facts
    ]
    print(f"folds: {carb_scores(gold, found)}, correlation {np.corrcoef(guessed, truth)[0, 1]:.3f}")
    order = np.array_split(np.argsort(guessed), 10)
    for part in order:
        print(f"  confidence {guessed[part].mean():.2f}: worth {truth[part].mean():.2f}")


if __name__ == "__main__":
    main()
