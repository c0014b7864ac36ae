"""Confidence of an open fact: a logistic model over features of its clause, fitted by `bench/open_ie/fit.py`."""

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from extraction.lang.en.open_facts.facts import OpenFact
from extraction.lang.en.parse.tree import Tree

TABLE: Final = Path(__file__).with_name("confidence.json")
_LINKS: Final = frozenset("of in for on to with from at between by about as".split())  # noqa: SIM905
_COMMON_VERBS: Final = frozenset("be have say do make include".split())  # noqa: SIM905


@cache
def _weights(path: Path) -> Mapping[str, float]:
    """What each feature adds in log-odds; the empty name is the constant."""
    return json.loads(path.read_text(encoding="utf-8"))


def with_confidence(tree: Tree, fact: OpenFact) -> OpenFact:
    """The fact with the share of it that an annotator would state too, 0–1: the mean of its expected precision and
    recall.
    """
    return replace(fact, confidence=weighed(TABLE, features(tree, fact)))


def weighed(path: Path, named: Iterable[str]) -> float:
    """How sure features make a fact by the table of their weights, 0–1."""
    table = _weights(path)
    return 1 / (1 + math.exp(-table[""] - sum(table.get(feature, 0.0) for feature in named)))


def features(tree: Tree, fact: OpenFact) -> Iterator[str]:
    """The features of a fact: rule, parts and their lengths in words, depth, verb, tag of the subject."""
    clause, main = fact.clause, fact.complements[0]
    subject = clause.subjects[0] if clause.subjects else clause.verb
    yield f"rule {clause.rule}"
    yield f"kind {main.kind}"
    yield f"shape {fact.shape}"
    yield f"arguments {min(len(fact.complements), 4)}"
    yield f"depth {min(clause.depth, 3)}"
    yield f"subject {tree.tag[subject]}"
    yield f"{clause.rule}: subject {tree.pos[subject]}"
    yield f"subject words {_bucket(len(clause.subject_words), (2, 4, 8, 14))}"
    yield f"argument words {_bucket(sum(len(part.words) for part in fact.complements), (2, 4, 8, 14, 22))}"
    yield f"main words {_bucket(len(main.words), (2, 3, 5, 10, 18))}"
    yield f"sentence {_bucket(fact.sentence_words, (12, 20, 30, 40))}"
    yield from (f"argument {part.kind}" for part in fact.complements[1:])
    if main.targets:
        yield f"target {tree.tag[main.targets[0]]}"
        yield f"{clause.rule}: target {tree.tag[main.targets[0]]}"
    yield from _verb_features(tree, fact) if clause.chain else _noun_features(tree, fact)


def _verb_features(tree: Tree, fact: OpenFact) -> Iterator[str]:
    clause = fact.clause
    last = tree.lemma[clause.chain[-1]]
    yield f"tag {tree.tag[clause.verb]}"
    yield f"label {tree.dep[clause.verb]}"
    yield f"verb {last if last in _COMMON_VERBS else 'other'}"
    yield f"verbs {min(len(clause.chain), 3)}"
    yield f"predicate words {_bucket(len(clause.predicate), (2, 3, 5))}"
    if any(part.words[0] < clause.verb for part in fact.complements[1:]):
        yield "argument in front"
    if clause.source is not None:
        yield "somebody's word"


def _noun_features(tree: Tree, fact: OpenFact) -> Iterator[str]:
    main, subject = fact.complements[0], fact.clause.subjects[0]
    yield f"distance {_bucket(abs(subject - main.head), (2, 3, 5, 8))}"
    if fact.clause.rule == "noun-preposition":
        link = tree.lower[main.link[0]]
        yield f"link {link if link in _LINKS else 'other'}"
    if fact.clause.rule == "quality":
        yield f"quality {tree.tag[main.head]}"


def _bucket(number: int, edges: Sequence[int]) -> int:
    """The number of edges that a number reaches: 5 words with the edges (2, 4, 8) are in bucket 2."""
    return sum(number >= edge for edge in edges)
