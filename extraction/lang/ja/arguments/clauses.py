"""Predicate-argument structure of a sentence: each predicate with its arguments, their roles and confidences."""

import json
import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from math import exp
from typing import NamedTuple, cast

from extraction.lang.ja.arguments.candidates import ArgumentCandidate, candidates_in, view_of
from extraction.lang.ja.arguments.predicates import Predicate, predicates_of
from extraction.lang.ja.parse.cases import phrase_of
from extraction.lang.ja.parse.words import Parse

LINKED, CARRIED, MARKED = 0.34, 0.3, 0.12
"""Least confidence of an argument: one that the parse attaches to the predicate, one carried over from another
clause, and one whose particle is other than が, を and に and so leaves no choice."""
_KANA = re.compile(r"[ぁ-んァ-ヺー、・，,　 /\n]+")
_INFLECTED = ("助動詞", "助詞", "動詞", "形容詞", "補助記号-句点", "感動詞")
_KNOWN = 0.7
"""What fitting types of both arguments add to a confidence, in log-odds; set by hand, near English's value."""


class Argument(NamedTuple):
    """A noun and its role (が を に で と から まで へ より 時間 によって …) in a clause.

    `route` names the evidence for the role: a particle, は, the gap of a relative clause, another clause. `linked`: the
    parse attaches the noun to the predicate itself.
    """

    head: int
    role: str
    route: str
    confidence: float
    linked: bool


class Clause(NamedTuple):
    """A predicate with its arguments, most confident first."""

    predicate: Predicate
    sentence: range
    arguments: tuple[Argument, ...]

    def of_role(self, *roles: str) -> tuple[Argument, ...]:
        """The arguments that play one of the roles."""
        return tuple(argument for argument in self.arguments if argument.role in roles)


def clauses_in(parse: Parse) -> list[Clause]:
    """Every clause of a text in order."""
    return [clause for sentence in parse.sentences for clause in clauses_of(parse, sentence)]


def clauses_of(parse: Parse, sentence: range) -> list[Clause]:
    """Every predicate of a sentence with its arguments in that sentence, carried ones included."""
    if _is_reading(parse, sentence):
        return []
    predicates = predicates_of(parse, sentence)
    proposed: dict[int, list[ArgumentCandidate]] = {predicate.word.place: [] for predicate in predicates}
    for candidate in candidates_in(view_of(parse, sentence, predicates)):
        proposed[candidate.predicate.word.place].append(candidate)
    return [
        Clause(predicate, sentence, _chosen(parse, predicate, proposed[predicate.word.place]))
        for predicate in predicates
    ]


def _is_reading(parse: Parse, sentence: range) -> bool:
    """Whether a line only gives the reading of a name in kana ("こくりつじょうほうがくけんきゅうじょ")."""
    last = parse.words[sentence.stop - 1]
    if last.tag.startswith(_INFLECTED):
        return False
    return bool(_KANA.fullmatch(parse.surface(sentence.start, sentence.stop - 1)))


def _chosen(parse: Parse, predicate: Predicate, proposed: list[ArgumentCandidate]) -> tuple[Argument, ...]:
    """The likeliest role of each noun, and the likeliest noun of each role; coordinated nouns share their role."""
    rated = sorted(
        ((_confidence_of(candidate.features), candidate) for candidate in proposed), key=lambda rating: -rating[0]
    )
    compound = (
        phrase_of(parse, predicate.word.place) if predicate.kind in ("verb", "act", "adjective", "nominal") else None
    )
    taken: set[str] = set()
    chosen: dict[int, Argument] = {}
    for beside in (False, True):
        for confidence, candidate in rated:
            if (candidate.beside >= 0) is not beside or confidence < _least(candidate):
                continue
            place = candidate.noun.place
            if place in chosen or (compound is not None and compound[0] <= place <= compound[1]):
                continue
            shared = chosen.get(candidate.beside)
            if (shared is None or shared.role != candidate.role) if beside else candidate.role in taken:
                continue
            taken.add(candidate.role)
            chosen[place] = Argument(place, candidate.role, candidate.route, confidence, candidate.linked)
    return tuple(sorted(chosen.values(), key=lambda argument: -argument.confidence))


def _least(candidate: ArgumentCandidate) -> float:
    if candidate.role not in ("が", "を", "に", "時間") and candidate.route[:1] == candidate.role[:1]:
        return MARKED
    return LINKED if candidate.linked else CARRIED


@cache
def _weights() -> tuple[float, dict[str, float]]:
    # Read with the first Japanese text; made by scripts/fit_japanese_arguments.py.
    text = resources.files("extraction.lang.ja.arguments").joinpath("arguments.json").read_text(encoding="utf-8")
    weights_file = json.loads(text)
    return float(weights_file["bias"]), cast(dict[str, float], weights_file["signs"])


def _confidence_of(features: Iterable[str]) -> float:
    """The probability, 0–1, that a candidate with these features is the argument it is proposed for.

    A logistic regression over the features; those that the training sentences never had weigh nothing.
    """
    bias, weights = _weights()
    return 1 / (1 + exp(-(bias + sum(weights.get(feature, 0.0) for feature in features))))


def borne_out(confidence: float) -> float:
    """The confidence, 0–1, of a statement whose arguments have the types that its verb selects."""
    odds = confidence * exp(_KNOWN)
    return odds / (1 - confidence + odds)
