"""Measures the English clause layer as open information extraction: the sets `carb` and `wire57`, with ablations.

`python -m bench.openie [--data DIR] [--split dev]` prints what each family of rules is worth.
"""

import argparse
import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from bench.measures import percent
from bench.sets import located, rows
from extraction.lang.en.clauses.open_ie import OpenFact, fine_facts, open_facts
from extraction.lang.shared.languages import LANGUAGE_PACKAGES

if TYPE_CHECKING:
    from spacy.tokens import Doc

LEAST: Final = 0.2
"""Confidence below which a fact is not counted where a set has no threshold of its own (wire57)."""
_BE: Final = frozenset("be is am are was were been being".split())  # noqa: SIM905
_SAYING: Final = ("said", "told", "added", "adds", "says")
_WIRE_SYSTEMS: Final = ("minie", "clausie", "openie", "reverb")


@dataclass(frozen=True, slots=True)
class Told:
    """One tuple, of a system or of the annotators: predicate, arguments, confidence."""

    predicate: str
    arguments: tuple[str, ...]
    confidence: float = 1.0


def measured(data: Path, name: str, split: str) -> dict[str, object]:
    """F1, precision and recall of one set in percent, for carb also the area under the curve; `floors` beside them."""
    sentences = rows(located(data, name, split))
    if name == "carb":
        docs = parsed([row["sentence"] for row in sentences])
        gold = [carb_gold(row) for row in sentences]
        found = carb_scores(gold, [[told_of(fact) for fact in open_facts(doc)] for doc in docs])
        floor = carb_scores(gold, [list(_plain(doc)) for doc in docs])
        return {**found, "floors": {"subject verb object": floor}}
    docs = parsed([" ".join(row["tokens"]) for row in sentences])
    found = wire_scores(
        sentences, [_wired(fact for fact in fine_facts(doc) if fact.confidence >= LEAST) for doc in docs]
    )
    floors = {system: wire_scores(sentences, [_shipped(row, system) for row in sentences]) for system in _WIRE_SYSTEMS}
    floors["subject verb object"] = wire_scores(sentences, [[_wire(told) for told in _plain(doc)] for doc in docs])
    return {**found, "floors": floors}


def parsed(texts: Sequence[str]) -> "list[Doc]":
    """The texts as the product's English pipeline reads them."""
    # by name, for the package brings a model
    nlp = importlib.import_module(LANGUAGE_PACKAGES["en"]).load()
    return list(nlp.pipe(texts))


def told_of(fact: OpenFact) -> Told:
    """The tuple of a fact."""
    return Told(fact.predicate, (fact.subject, *fact.arguments), fact.confidence)


def _plain(doc: "Doc") -> Iterator[Told]:
    """The floor: one tuple a verb, of its subject, itself and its object."""
    for verb in doc:
        ends = {child.dep_: child for child in verb.children}
        subject, thing = ends.get("nsubj") or ends.get("nsubjpass"), ends.get("dobj") or ends.get("attr")
        if subject is not None and thing is not None:
            yield Told(verb.text, tuple(" ".join(word.text for word in end.subtree) for end in (subject, thing)))


def carb_gold(row: Mapping[str, Any]) -> list[Told]:
    """The annotators' tuples of a sentence of CaRB."""
    return [Told(one["pred"], tuple(one["args"])) for one in row["gold"]]


def carb_scores(gold: Sequence[Sequence[Told]], found: Sequence[Sequence[Told]]) -> dict[str, float]:
    """CaRB's official figures: the best F1 over all thresholds, its precision and recall, and the area under the curve.

    At each threshold, recall sums the best tuple for each of the annotators', precision a greedy one-to-one match; both
    count words by slot (`matched`). The curve begins at precision 1, recall 0.
    """
    steps = sorted({told.confidence for tuples in found for told in tuples})
    sums = np.zeros((4, len(steps)))
    for wanted, tuples in zip(gold, found, strict=True):
        sums += _at_each(steps, wanted, tuples)
    precisions = np.divide(sums[0], sums[1], out=np.ones(len(steps)), where=sums[1] > 0)
    recalls = np.divide(sums[2], sums[3], out=np.zeros(len(steps)), where=sums[3] > 0)
    both = precisions + recalls
    f1 = np.divide(2 * precisions * recalls, both, out=np.zeros(len(steps)), where=both > 0)
    best = int(np.argmax(f1))
    area = abs(float(np.trapezoid([*precisions, 1.0], [*recalls, 0.0])))
    figures = {"f1": f1[best], "precision": precisions[best], "recall": recalls[best], "auc": area}
    return {name: percent(float(figure)) for name, figure in figures.items()}


def _at_each(steps: Sequence[float], wanted: Sequence[Told], tuples: Sequence[Told]) -> NDArray[np.float64]:
    """A sentence's sums at each threshold: precision and its count, recall and its count."""
    sums = np.zeros((4, len(steps)))
    sums[3] = len(wanted)
    pairs = np.array([[matched(one, other) for other in tuples] for one in wanted]).reshape(len(wanted), len(tuples), 2)
    own = sorted({told.confidence for told in tuples})
    at = 0
    for threshold in own:
        kept = [place for place, told in enumerate(tuples) if told.confidence >= threshold]
        end = int(np.searchsorted(steps, threshold)) + 1
        sums[0, at:end] = _one_to_one(pairs[:, kept, 0])
        sums[1, at:end] = len(kept)
        sums[2, at:end] = float(pairs[:, kept, 1].max(axis=1).sum())
        at = end
    return sums


def _one_to_one(precisions: NDArray[np.float64]) -> float:
    left, total = precisions.copy(), 0.0
    for _ in range(min(left.shape)):
        row, column = np.unravel_index(int(np.argmax(left)), left.shape)
        total += float(left[row, column])
        left[row, :] = left[:, column] = -1.0
    return total


def matched(wanted: Told, told: Told) -> tuple[float, float]:
    """Precision and recall of a tuple against one of the annotators', all arguments but the first as one slot."""
    ends, other = _slots(wanted.arguments), _slots(told.arguments)
    straight = _lenient(wanted.predicate, ends, told.predicate, other)
    if any(verb in wanted.predicate for verb in _SAYING):
        return max(straight, _lenient(wanted.predicate, ends, told.predicate, other[::-1]))
    return straight


def _slots(arguments: Sequence[str]) -> list[list[str]]:
    return (
        [words.split() for words in (arguments[0], " ".join(arguments[1:]))]
        if len(arguments) > 1
        else [argument.split() for argument in arguments]
    )


def _lenient(
    wanted: str, wanted_ends: Sequence[Sequence[str]], told: str, told_ends: Sequence[Sequence[str]]
) -> tuple[float, float]:
    gold, own = wanted.split(), told.split()
    common, left = _common(gold, own)
    # the official scorer lets a predicted "be" that is left over stand for any form of it
    common += "be" in left and any(word in _BE for word in gold)
    if common == 0 or len(told_ends) < min(2, len(wanted_ends)):
        return 0.0, 0.0
    right, said, there = common, len(own), len(gold)
    for place, end in enumerate(wanted_ends):
        right += _common(end, told_ends[place])[0]
        said += len(told_ends[place])
        there += len(end)
    return right / said if said else 0.0, right / there if there else 0.0


def _common(gold: Sequence[str], own: Sequence[str]) -> tuple[int, list[str]]:
    left, common = list(own), 0
    for word in gold:
        if word in left:
            left.remove(word)
            common += 1
    return common, left


@dataclass(frozen=True, slots=True)
class Wire:
    """One tuple as WiRe57 counts it: first argument, relation, second argument, and what else there is."""

    parts: tuple[str, str, str]
    more: tuple[str, ...] = ()


def _wired(facts: Iterable[OpenFact]) -> list[Wire]:
    return [_wire(told_of(fact)) for fact in facts]


def _wire(told: Told) -> Wire:
    return Wire((told.arguments[0], told.predicate, told.arguments[1]), told.arguments[2:])


def _shipped(row: Mapping[str, Any], system: str) -> list[Wire]:
    return [
        Wire((one["arg1"], one["rel"], one["arg2"]), tuple(one.get("arg3+") or ()))
        for one in row["systems"]
        if one["extractor"] == system
    ]


def wire_scores(sentences: Sequence[Mapping[str, Any]], found: Sequence[Sequence[Wire]]) -> dict[str, float]:
    """WiRe57's official figures: words of matching tuples over all tuples, matched greedily one to one by F1."""
    precision = recall = 0.0
    for row, tuples in zip(sentences, found, strict=True):
        scored = [
            (harmonic(*score), one, other, score)
            for one, gold in enumerate(row["gold"])
            for other, told in enumerate(tuples)
            if (score := _wire_match(gold, told)) is not None
        ]
        ones, others = set[int](), set[int]()
        for value, one, other, score in sorted(scored, key=lambda scored: -scored[0]):
            if value > 0 and one not in ones and other not in others:
                ones.add(one)
                others.add(other)
                precision, recall = precision + score[0], recall + score[1]
    precision /= sum(map(len, found)) or 1
    recall /= sum(len(row["gold"]) for row in sentences)
    return {"f1": percent(harmonic(precision, recall)), "precision": percent(precision), "recall": percent(recall)}


def harmonic(one: float, other: float) -> float:
    """The harmonic mean; 0 of nothing."""
    return 2 * one * other / (one + other) if one + other else 0.0


def _wire_match(gold: Mapping[str, Any], told: Wire) -> tuple[float, float] | None:
    """Precision and recall of a pair; None unless every part shares a word, or all of the gold part is inferred."""
    right = said = there = 0
    for part, text in zip(("arg1", "rel", "arg2"), told.parts, strict=True):
        words, inferred = text.split(), [place == "inf" for place in gold[part]["idx"]]
        if not words:
            if gold[part]["words"] and not all(inferred):
                return None
            continue
        common = sum(word in gold[part]["words"] for word in words)
        if common == 0 and not all(inferred):
            return None
        right, said, there = right + common, said + len(words), there + inferred.count(False)
    for place, part in enumerate(cast(list[dict[str, Any]], gold["arg3+"] or [])):
        there += sum(index != "inf" for index in part["idx"])
        if place < len(told.more):
            words = told.more[place].split()
            right, said = right + sum(word in part["words"] for word in words), said + len(words)
    return (right / said, right / there) if said and there else None


def ablations(data: Path, split: str) -> dict[str, dict[str, float]]:
    """CaRB's figures without each family of rules, without further arguments, and without the confidence."""
    sentences = rows(located(data, "carb", split))
    gold = [carb_gold(row) for row in sentences]
    facts = [open_facts(doc) for doc in parsed([row["sentence"] for row in sentences])]

    def told(kept: Iterable[Iterable[OpenFact]]) -> dict[str, float]:
        return carb_scores(gold, [[told_of(fact) for fact in own] for own in kept])

    rules = sorted({fact.clause.rule for own in facts for fact in own} - {"subject"})
    table = {"all rules": told(facts)}
    for rule in rules:
        table[f"without {rule}"] = told([fact for fact in own if fact.clause.rule != rule] for own in facts)
    table["without clauses as objects"] = told([fact for fact in own if fact.shape != "clause"] for own in facts)
    table["first argument only"] = told([replace(fact, arguments=fact.arguments[:1]) for fact in own] for own in facts)
    table["without confidence"] = told([replace(fact, confidence=1.0) for fact in own] for own in facts)
    return table


def main() -> None:
    """Prints the ablations of CaRB."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the evaluation sets")
    parser.add_argument("--split", default="dev", choices=("dev", "heldout"), help="which part of the set")
    arguments = parser.parse_args()
    for name, figures in ablations(arguments.data, arguments.split).items():
        print(f"{name:32} " + " ".join(f"{measure} {figure:5.1f}" for measure, figure in figures.items()))


if __name__ == "__main__":
    main()
