"""The open reading of a sentence: every predicate with its arguments, their roles, and how sure each is."""

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
"""Confidence from which an argument is told: where it takes part in the clause, where it is carried over, and where a
particle other than が, を and に leaves no choice."""


class Argument(NamedTuple):
    """A noun and its role (が を に で と から まで へ より 時間 によって …) in a clause.

    `route` tells where the role comes from: a particle, は, a gap, a clause beside. `linked` when the parse ties the
    noun to the predicate itself.
    """

    head: int
    role: str
    route: str
    confidence: float
    linked: bool


class Clause(NamedTuple):
    """A predicate with its arguments, surest first."""

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
    """Every predicate of a sentence with the arguments that stand in it, carried ones included."""
    if _is_reading(parse, sentence):
        return []
    predicates = predicates_of(parse, sentence)
    proposed: dict[int, list[ArgumentCandidate]] = {one.word.place: [] for one in predicates}
    for candidate in candidates_in(view_of(parse, sentence, predicates)):
        proposed[candidate.predicate.word.place].append(candidate)
    return [
        Clause(predicate, sentence, _chosen(parse, predicate, proposed[predicate.word.place]))
        for predicate in predicates
    ]


_KANA = re.compile(r"[ぁ-んァ-ヺー、・，,　 /\n]+")
_INFLECTED = ("助動詞", "助詞", "動詞", "形容詞", "補助記号-句点", "感動詞")


def _is_reading(parse: Parse, sentence: range) -> bool:
    """Whether a line only spells how a name is read ("こくりつじょうほうがくけんきゅうじょ")."""
    last = parse.words[sentence.stop - 1]
    if last.tag.startswith(_INFLECTED):
        return False
    return bool(_KANA.fullmatch(parse.surface(sentence.start, sentence.stop - 1)))


def _chosen(parse: Parse, predicate: Predicate, proposed: list[ArgumentCandidate]) -> tuple[Argument, ...]:
    """The likeliest role of each noun and noun of each role; nouns in a row with a chosen one share its role."""
    rated = sorted(((confidence_of(one.signs), one) for one in proposed), key=lambda rating: -rating[0])
    own = phrase_of(parse, predicate.word.place) if predicate.kind in ("verb", "act", "adjective", "nominal") else None
    taken: set[str] = set()
    chosen: dict[int, Argument] = {}
    for beside in (False, True):
        for confidence, one in rated:
            if (one.beside >= 0) is not beside or confidence < _least(one):
                continue
            place = one.noun.place
            if place in chosen or (own is not None and own[0] <= place <= own[1]):
                continue
            shared = chosen.get(one.beside)
            if (shared is None or shared.role != one.role) if beside else one.role in taken:
                continue
            taken.add(one.role)
            chosen[place] = Argument(place, one.role, one.route, confidence, one.linked)
    return tuple(sorted(chosen.values(), key=lambda one: -one.confidence))


def _least(one: ArgumentCandidate) -> float:
    if one.role not in ("が", "を", "に", "時間") and one.route[:1] == one.role[:1]:
        return MARKED
    return LINKED if one.linked else CARRIED


@cache
def _weights() -> tuple[float, dict[str, float]]:
    # Read with the first Japanese text; made by scripts/fit_japanese_arguments.py.
    text = resources.files("extraction.lang.ja.arguments").joinpath("arguments.json").read_text(encoding="utf-8")
    weights_file = json.loads(text)
    return float(weights_file["bias"]), cast(dict[str, float], weights_file["signs"])


def confidence_of(signs: Iterable[str]) -> float:
    """The probability, 0–1, that a candidate with these signs is the argument it is proposed for.

    A logistic model over signs; those that the annotated sentences never showed weigh nothing.
    """
    bias, weights = _weights()
    return 1 / (1 + exp(-(bias + sum(weights.get(sign, 0.0) for sign in signs))))


_KNOWN = 0.7
"""What the kinds of both ends say for a reading, in log-odds; set by hand, beside what English gives its relations."""


def borne_out(confidence: float) -> float:
    """The confidence, 0–1, of a statement whose ends are of the kinds that its verb asks for."""
    odds = confidence * exp(_KNOWN)
    return odds / (1 - confidence + odds)
