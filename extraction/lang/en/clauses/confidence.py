"""How sure an open fact is: a logistic model over what the rules know of it, fitted by `scripts/fit_openie.py`."""

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from extraction.lang.en.parse.tree import Tree

if TYPE_CHECKING:
    from extraction.lang.en.clauses.claim import Claim
    from extraction.lang.en.clauses.open_ie import OpenFact

_TABLE = Path(__file__).with_name("confidence.json")
_LINKS = frozenset("of in for on to with from at between by about as".split())  # noqa: SIM905
_COMMON = frozenset("be have say do make include".split())  # noqa: SIM905


_LONG = 30
"""Words of a sentence beyond which its parse is noticeably less often right."""


@cache
def weights(kind: str) -> Mapping[str, float]:
    """What each trait adds in log-odds, of `facts` or `claims`; the empty trait is the constant."""
    return json.loads(_TABLE.read_text(encoding="utf-8"))[kind]


def claim_weight(reasons: Iterable[str]) -> float:
    """How sure a claim between two ends is by what the parse tells of it, in log-odds."""
    table = weights("claims")
    return table[""] + sum(table.get(reason, 0.0) for reason in reasons)


def claim_reasons(claim: "Claim", length: int) -> list[str]:
    """What the parse tells of a claim: its rule, how its subject was found, depth, length of the sentence."""
    reasons = claim.rule.split("+")
    if length > _LONG:
        reasons.append("long sentence")
    if claim.clause is not None and claim.clause.depth > 1:
        reasons.append("deep")
    return reasons


def confidence(tree: Tree, fact: "OpenFact") -> float:
    """How much of the fact an annotator would state too, 0–1: the mean of its expected precision and recall."""
    table = weights("facts")
    total = table[""] + sum(table.get(trait, 0.0) for trait in traits(tree, fact))
    return 1 / (1 + math.exp(-total))


def traits(tree: Tree, fact: "OpenFact") -> Iterator[str]:
    """What is known of a fact: rule, parts and their lengths, depth, verb, kind of subject."""
    clause, main = fact.clause, fact.complements[0]
    subject = clause.subjects[0]
    yield f"rule {clause.rule}"
    yield f"kind {main.kind}"
    yield f"shape {fact.shape}"
    yield f"arguments {min(len(fact.complements), 4)}"
    yield f"depth {min(clause.depth, 3)}"
    yield f"subject {tree.tag[subject]}"
    yield f"{clause.rule}: subject {tree.pos[subject]}"
    yield f"subject words {_step(len(clause.subject_words), (2, 4, 8, 14))}"
    yield f"argument words {_step(sum(len(one.words) for one in fact.complements), (2, 4, 8, 14, 22))}"
    yield f"main words {_step(len(main.words), (2, 3, 5, 10, 18))}"
    yield f"sentence {_step(fact.sentence_words, (12, 20, 30, 40))}"
    yield from (f"argument {one.kind}" for one in fact.complements[1:])
    if main.targets:
        yield f"target {tree.tag[main.targets[0]]}"
        yield f"{clause.rule}: target {tree.tag[main.targets[0]]}"
    yield from _of_verb(tree, fact) if clause.chain else _of_nouns(tree, fact)


def _of_verb(tree: Tree, fact: "OpenFact") -> Iterator[str]:
    clause = fact.clause
    last = tree.lemma[clause.chain[-1]]
    yield f"tag {tree.tag[clause.verb]}"
    yield f"label {tree.dep[clause.verb]}"
    yield f"verb {last if last in _COMMON else 'other'}"
    yield f"verbs {min(len(clause.chain), 3)}"
    yield f"predicate words {_step(len(clause.predicate), (2, 3, 5))}"
    if any(one.words[0] < clause.verb for one in fact.complements[1:]):
        yield "argument in front"
    if clause.source is not None:
        yield "somebody's word"


def _of_nouns(tree: Tree, fact: "OpenFact") -> Iterator[str]:
    main, subject = fact.complements[0], fact.clause.subjects[0]
    yield f"distance {_step(abs(subject - main.head), (2, 3, 5, 8))}"
    if fact.clause.rule == "noun-preposition":
        link = tree.lower[main.link[0]]
        yield f"link {link if link in _LINKS else 'other'}"
    if fact.clause.rule == "quality":
        yield f"quality {tree.tag[main.head]}"


def _step(number: int, edges: Sequence[int]) -> int:
    return sum(number >= edge for edge in edges)
