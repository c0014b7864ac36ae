"""Measures the English clause layer as open information extraction: the sets `carb-clauses` and `wire57-clauses`.

`python -m bench.openie [--data DIR] [--split dev]` prints what each family of rules is worth.
"""

import argparse
import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from bench.measures import MANY, intervals, percent
from bench.sets import located, rows
from extraction.lang.en.open_facts.confidence import with_confidence
from extraction.lang.en.open_facts.facts import IMPLIED, OpenFact, whole_facts
from extraction.lang.en.parse.tree import COMMON, Tree
from extraction.lang.en.word_lists import PARTITIVES
from extraction.lang.shared.languages import LANGUAGE_PACKAGES

if TYPE_CHECKING:
    from spacy.tokens import Doc

LEAST: Final = 0.2
"""Confidence below which a fact is not counted where a set has no threshold of its own (wire57)."""
_BE: Final = frozenset("be is am are was were been being".split())  # noqa: SIM905
_SAYING: Final = ("said", "told", "added", "adds", "says")
_WIRE_SYSTEMS: Final = ("minie", "clausie", "openie", "reverb")


@dataclass(frozen=True, slots=True)
class OpenTuple:
    """One tuple, of a system or of the annotators: predicate, arguments, confidence."""

    predicate: str
    arguments: tuple[str, ...]
    confidence: float = 1.0


def measured(data: Path, name: str, split: str) -> dict[str, object]:
    """F1, precision and recall of one set in percent, for carb also the area under the curve; `floors` beside them."""
    name = name.removesuffix("-clauses")
    sentences = rows(located(data, name, split))
    docs = parsed(texts_of(name, sentences))
    if name == "carb":
        tuples = [[tuple_of(fact) for fact in open_facts(doc)] for doc in docs]
    else:
        tuples = [[tuple_of(fact) for fact in fine_facts(doc) if fact.confidence >= LEAST] for doc in docs]
    return {**figures(name, sentences, tuples), "floors": floors(name, sentences, docs)}


def figures(
    name: str, sentences: Sequence[Mapping[str, Any]], tuples: Sequence[Sequence[OpenTuple]]
) -> dict[str, object]:
    """The figures of the product on a set, of how many sentences, and their intervals where these are few."""
    found: dict[str, object] = {**scores(name, sentences, tuples), "sentences": len(sentences)}
    if len(sentences) < MANY:
        pairs = list(zip(sentences, tuples, strict=True))
        found["intervals"] = intervals(
            pairs, lambda some: scores(name, [row for row, _ in some], [each for _, each in some])
        )
    return found


def texts_of(name: str, sentences: Sequence[Mapping[str, Any]]) -> list[str]:
    """The sentences of a set as texts."""
    return [row["sentence"] if name == "carb" else " ".join(row["tokens"]) for row in sentences]


def scores(
    name: str, sentences: Sequence[Mapping[str, Any]], tuples: Sequence[Sequence[OpenTuple]]
) -> dict[str, float]:
    """The official figures of a set for one system's tuples of each sentence."""
    if name == "carb":
        return carb_scores([carb_gold(row) for row in sentences], tuples)
    return wire_scores(sentences, [[_wire(predicted) for predicted in some] for some in tuples])


def floors(name: str, sentences: Sequence[Mapping[str, Any]], docs: "Sequence[Doc]") -> dict[str, dict[str, float]]:
    """The figures of plain rules, and for wire57 of the systems whose output the set ships."""
    figures = {"subject verb object": scores(name, sentences, [list(_plain(doc)) for doc in docs])}
    if name == "wire57":
        for system in _WIRE_SYSTEMS:
            figures[system] = wire_scores(sentences, [_shipped(row, system) for row in sentences])
    return figures


def parsed(texts: Sequence[str]) -> "list[Doc]":
    """The texts as the product's English pipeline reads them."""
    # by name, for the package brings a model
    nlp = importlib.import_module(LANGUAGE_PACKAGES["en"]).load()
    return list(nlp.pipe(texts))


def open_facts(doc: "Doc") -> list[OpenFact]:
    """The facts of a text, one a clause with all its arguments; joined objects give one each."""
    tree = Tree(doc)
    return [with_confidence(tree, fact) for fact in whole_facts(tree)]


def fine_facts(doc: "Doc") -> list[OpenFact]:
    """The same facts cut as small as they still say something."""
    tree = Tree(doc)
    return [small for fact in whole_facts(tree) for small in _cut_small(tree, with_confidence(tree, fact))]


def _cut_small(tree: Tree, fact: OpenFact) -> Iterator[OpenFact]:
    """A fact cut as small as it still says something: one an argument, nouns also without their phrases."""
    if fact.clause.rule == "noun-preposition":
        yield from _part(tree, fact)
        return
    yield fact
    yield from _by_argument(tree, fact)
    yield from _by_noun(tree, fact)


def _part(tree: Tree, fact: OpenFact) -> Iterator[OpenFact]:
    """ "the southern side of the island": the island has it."""
    main = fact.complements[0]
    if tree.lower[main.link[0]] == "of" and tree.tag[fact.clause.subjects[0]] in COMMON:
        yield replace(fact, subject=fact.arguments[0], predicate="has", arguments=(fact.subject,), shape="part")


def _by_argument(tree: Tree, fact: OpenFact) -> Iterator[OpenFact]:
    """Each further prepositional argument with the preposition in the predicate."""
    main = fact.complements[0]
    if main.kind not in ("object", "preposition"):
        return
    for place, part in enumerate(fact.complements[1:], 1):
        if part.kind != "preposition" or not part.targets:
            continue
        if main.kind == "object":
            before, others = f"{fact.predicate} {fact.arguments[0]}", ()
        else:
            bare = [word for word in fact.clause.predicate if word not in main.link]
            before = f"{IMPLIED[fact.clause.implied]} {tree.spelled(bare)}".strip()
            others = tuple(argument for at, argument in enumerate(fact.arguments) if at != place)
        for target in part.targets:
            words = (
                tree.phrase(target, alone=True)
                if len(part.targets) > 1
                else tuple(word for word in part.words if word not in part.link)
            )
            if words:
                yield replace(
                    fact,
                    predicate=f"{before} {tree.spelled(part.link)}",
                    arguments=(tree.spelled(words), *others),
                    shape="by argument",
                )


def _by_noun(tree: Tree, fact: OpenFact) -> Iterator[OpenFact]:
    """ "is the capital of Japan": also "is the capital", and what it is the capital of."""
    main = fact.complements[0]
    if main.kind not in ("object", "predicative", "preposition") or not main.targets:
        return
    target = main.targets[0]
    hanging = [child for child in tree.labelled(target, "prep", "acl") if child in main.words]
    if main.kind == "predicative" and fact.clause.chain:
        for preposition in hanging:
            below = [word for word in main.words if word > preposition]
            before = [word for word in main.words if word <= preposition]
            if tree.dep[preposition] == "prep" and below:
                yield replace(
                    fact,
                    predicate=f"{fact.predicate} {tree.spelled(before)}",
                    arguments=(tree.spelled(below),),
                    shape="by noun",
                )
    if hanging and tree.lower[target] not in PARTITIVES and tree.tag[target] not in ("CD", "DT"):
        words = tree.phrase(target, alone=True, without=hanging)
        yield replace(fact, arguments=(tree.spelled(words),), shape="bare noun")


def tuple_of(fact: OpenFact) -> OpenTuple:
    """The tuple of a fact."""
    return OpenTuple(fact.predicate, (fact.subject, *fact.arguments), fact.confidence)


def _plain(doc: "Doc") -> Iterator[OpenTuple]:
    """The floor: one tuple a verb, of its subject, itself and its object."""
    for verb in doc:
        ends = {child.dep_: child for child in verb.children}
        subject, thing = ends.get("nsubj") or ends.get("nsubjpass"), ends.get("dobj") or ends.get("attr")
        if subject is not None and thing is not None:
            yield OpenTuple(verb.text, tuple(" ".join(word.text for word in end.subtree) for end in (subject, thing)))


def carb_gold(row: Mapping[str, Any]) -> list[OpenTuple]:
    """The annotators' tuples of a sentence of CaRB."""
    return [OpenTuple(one["pred"], tuple(one["args"])) for one in row["gold"]]


def carb_scores(gold: Sequence[Sequence[OpenTuple]], predictions: Sequence[Sequence[OpenTuple]]) -> dict[str, float]:
    """CaRB's official figures: the best F1 over all thresholds, its precision and recall, and the area under the curve.

    At each threshold, recall sums the best tuple for each of the annotators', precision a greedy one-to-one match; both
    count words by slot (`matched`). The curve begins at precision 1, recall 0.
    """
    steps = sorted({predicted.confidence for tuples in predictions for predicted in tuples})
    sums = np.zeros((4, len(steps)))
    for expected, tuples in zip(gold, predictions, strict=True):
        sums += _at_each(steps, expected, tuples)
    precisions = np.divide(sums[0], sums[1], out=np.ones(len(steps)), where=sums[1] > 0)
    recalls = np.divide(sums[2], sums[3], out=np.zeros(len(steps)), where=sums[3] > 0)
    both = precisions + recalls
    f1 = np.divide(2 * precisions * recalls, both, out=np.zeros(len(steps)), where=both > 0)
    best = int(np.argmax(f1))
    area = abs(float(np.trapezoid([*precisions, 1.0], [*recalls, 0.0])))
    figures = {"f1": f1[best], "precision": precisions[best], "recall": recalls[best], "auc": area}
    return {name: percent(float(figure)) for name, figure in figures.items()}


def _at_each(steps: Sequence[float], gold: Sequence[OpenTuple], tuples: Sequence[OpenTuple]) -> NDArray[np.float64]:
    """A sentence's sums at each threshold: precision and its count, recall and its count."""
    sums = np.zeros((4, len(steps)))
    sums[3] = len(gold)
    pairs = np.array([[matched(expected, predicted) for predicted in tuples] for expected in gold]).reshape(
        len(gold), len(tuples), 2
    )
    thresholds = sorted({predicted.confidence for predicted in tuples})
    at = 0
    for threshold in thresholds:
        kept = [place for place, predicted in enumerate(tuples) if predicted.confidence >= threshold]
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


def matched(expected: OpenTuple, predicted: OpenTuple) -> tuple[float, float]:
    """Precision and recall of a tuple against one of the annotators', all arguments but the first as one slot."""
    expected_slots, predicted_slots = _slots(expected.arguments), _slots(predicted.arguments)
    straight = _lenient(expected.predicate, expected_slots, predicted.predicate, predicted_slots)
    if any(verb in expected.predicate for verb in _SAYING):
        return max(straight, _lenient(expected.predicate, expected_slots, predicted.predicate, predicted_slots[::-1]))
    return straight


def _slots(arguments: Sequence[str]) -> list[list[str]]:
    return (
        [words.split() for words in (arguments[0], " ".join(arguments[1:]))]
        if len(arguments) > 1
        else [argument.split() for argument in arguments]
    )


def _lenient(
    expected: str, expected_ends: Sequence[Sequence[str]], predicted: str, predicted_ends: Sequence[Sequence[str]]
) -> tuple[float, float]:
    gold, predicted_words = expected.split(), predicted.split()
    common, left = _common(gold, predicted_words)
    # the official scorer lets a predicted "be" that is left over stand for any form of it
    common += "be" in left and any(word in _BE for word in gold)
    if common == 0 or len(predicted_ends) < min(2, len(expected_ends)):
        return 0.0, 0.0
    common_count, predicted_count, gold_count = common, len(predicted_words), len(gold)
    for place, end in enumerate(expected_ends):
        common_count += _common(end, predicted_ends[place])[0]
        predicted_count += len(predicted_ends[place])
        gold_count += len(end)
    return common_count / predicted_count if predicted_count else 0.0, common_count / gold_count if gold_count else 0.0


def _common(gold: Sequence[str], predicted: Sequence[str]) -> tuple[int, list[str]]:
    left, common = list(predicted), 0
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


def _wire(predicted: OpenTuple) -> Wire:
    return Wire((predicted.arguments[0], predicted.predicate, predicted.arguments[1]), predicted.arguments[2:])


def _shipped(row: Mapping[str, Any], system: str) -> list[Wire]:
    return [
        Wire((predicted["arg1"], predicted["rel"], predicted["arg2"]), tuple(predicted.get("arg3+") or ()))
        for predicted in row["systems"]
        if predicted["extractor"] == system
    ]


def wire_scores(sentences: Sequence[Mapping[str, Any]], predictions: Sequence[Sequence[Wire]]) -> dict[str, float]:
    """WiRe57's official figures: words of matching tuples over all tuples, matched greedily one to one by F1."""
    precision = recall = 0.0
    for row, tuples in zip(sentences, predictions, strict=True):
        scored = [
            (harmonic(*score), row_at, column_at, score)
            for row_at, gold in enumerate(row["gold"])
            for column_at, predicted in enumerate(tuples)
            if (score := _wire_match(gold, predicted)) is not None
        ]
        rows_used, columns_used = set[int](), set[int]()
        for value, row_at, column_at, score in sorted(scored, key=lambda scored: -scored[0]):
            if value > 0 and row_at not in rows_used and column_at not in columns_used:
                rows_used.add(row_at)
                columns_used.add(column_at)
                precision, recall = precision + score[0], recall + score[1]
    precision /= sum(map(len, predictions)) or 1
    recall /= sum(len(row["gold"]) for row in sentences)
    return {"f1": percent(harmonic(precision, recall)), "precision": percent(precision), "recall": percent(recall)}


def harmonic(precision: float, recall: float) -> float:
    """F1: the harmonic mean, 0 where both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _wire_match(gold: Mapping[str, Any], predicted: Wire) -> tuple[float, float] | None:
    """Precision and recall of a pair; None unless every part shares a word, or all of the gold part is inferred."""
    right = said = there = 0
    for part, text in zip(("arg1", "rel", "arg2"), predicted.parts, strict=True):
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
        if place < len(predicted.more):
            words = predicted.more[place].split()
            right, said = right + sum(word in part["words"] for word in words), said + len(words)
    return (right / said, right / there) if said and there else None


def ablations(data: Path, split: str) -> dict[str, dict[str, float]]:
    """CaRB's figures without each family of rules, without further arguments, and without the confidence."""
    sentences = rows(located(data, "carb", split))
    gold = [carb_gold(row) for row in sentences]
    facts = [open_facts(doc) for doc in parsed([row["sentence"] for row in sentences])]

    def scores(changed: Iterable[Iterable[OpenFact]]) -> dict[str, float]:
        return carb_scores(gold, [[tuple_of(fact) for fact in kept] for kept in changed])

    rules = sorted({fact.clause.rule for kept in facts for fact in kept} - {"subject"})
    table = {"all rules": scores(facts)}
    changes: dict[str, Callable[[list[OpenFact]], list[OpenFact]]] = {
        "without clauses as objects": lambda kept: [fact for fact in kept if fact.shape != "clause"],
        "first argument only": lambda kept: [replace(fact, arguments=fact.arguments[:1]) for fact in kept],
        "without confidence": lambda kept: [replace(fact, confidence=1.0) for fact in kept],
    }
    for rule in rules:
        table[f"without {rule}"] = scores([fact for fact in kept if fact.clause.rule != rule] for kept in facts)
    for name, change in changes.items():
        table[name] = scores(map(change, facts))
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
