"""Japanese predicates and their arguments against annotators' (`wac_ja`): what the open reading of sentences finds."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bench.measures import percent
from bench.sets import located, rows
from extraction.lang.ja import load
from extraction.lang.ja.arguments.clauses import Clause, clauses_in
from extraction.lang.ja.arguments.predicates import Predicate
from extraction.lang.ja.parse.cases import particle_of, phrase_of
from extraction.lang.ja.parse.parse_repair import parsed
from extraction.lang.ja.parse.words import Parse

ROLES = {
    "が": "ガ",
    "を": "ヲ",
    "に": "ニ",
    "で": "デ",
    "と": "ト",
    "から": "カラ",
    "まで": "マデ",
    "へ": "ヘ",
    "より": "ヨリ",
    "時間": "時間",
}
CORE = frozenset(("ガ", "ヲ", "ニ"))
_ALONE = frozenset(("event", "state", "label", "light"))
_ALONE_ROUTES = frozenset(("evcomp", "evnext", "state", "label"))

_READ = frozenset(("tok2vec", "parser", "morphologizer"))

Span = tuple[int, int]


class Triple(NamedTuple):
    """A predicate, a case and an argument, each by its characters in the text."""

    predicate: Span
    case: str
    argument: Span

    def agrees(self, other: "Triple", *, cases: bool = True) -> bool:
        """Whether both speak of the same: their spans overlap and, unless told otherwise, the cases are one."""
        same = self.case == other.case or not cases
        return same and _overlap(self.predicate, other.predicate) and _overlap(self.argument, other.argument)


def measured(data: Path, name: str, split: str) -> dict[str, object]:
    """PAS-F1 over ガ ヲ ニ, dependents alone and with arguments carried inside the sentence; pairs without cases.

    Every sentence is read as a text of its own, as annotated; spans are compounds, matched one to one.
    """
    documents = rows_of(located(data, name, split))
    parses = [parses_of(row) for row in documents]
    read = [[clauses_in(parse) for parse in texts] for texts in parses]
    places = [(row, at) for row in range(len(documents)) for at in range(len(parses[row]))]

    def of(kinds: tuple[str, ...], *, carried: bool, cases: bool = True) -> tuple[float, float, float]:
        wanted = CORE if cases else None
        return scored(
            (
                (
                    triples_of(parses[row][at], read[row][at], carried=carried, wanted=wanted),
                    gold_of(documents[row], at, kinds, wanted or frozenset(ROLES.values())),
                )
                for row, at in places
            ),
            cases=cases,
        )

    dep, intra = of(("dep",), carried=False), of(("dep", "intra"), carried=True)
    pairs = of(("dep", "intra"), carried=True, cases=False)
    plain = [
        scored((direct_of(parses[row][at]), gold_of(documents[row], at, kinds)) for row, at in places)
        for kinds in (("dep",), ("dep", "intra"))
    ]
    return {
        **_named(dep, ""),
        **_named(intra, "_intra"),
        **_named(pairs, "_pairs"),
        "floors": {**_named(plain[0], ""), **_named(plain[1], "_intra")},
    }


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The documents of the set."""
    return rows(path)


def gold_of(row: dict[str, Any], number: int, kinds: Iterable[str], cases: frozenset[str] = CORE) -> set[Triple]:
    """What the annotators say of one sentence."""
    return {
        Triple((one["pred"][0], one["pred"][1]), one["case"], (one["arg"][0], one["arg"][1]))
        for one in row["pas"]
        if one["sent"] == number and one["arg_sent"] == number and one["kind"] in kinds and one["case"] in cases
    }


def triples_of(
    parse: Parse, clauses: Sequence[Clause], *, carried: bool, wanted: frozenset[str] | None = CORE
) -> set[Triple]:
    """What the product says of one sentence; `carried` lets in arguments from the clauses around."""
    found: set[Triple] = set()
    for clause in clauses:
        span = predicate_span(parse, clause.predicate)
        for one in clause.arguments:
            case = ROLES.get(one.role)
            if case and (wanted is None or case in wanted) and (one.linked or carried):
                found.add(Triple(span, case, argument_span(parse, one.head, clause.predicate, one.route)))
    return found


def predicate_span(parse: Parse, predicate: Predicate) -> Span:
    """A predicate by its compound; a noun of action or quality inside one by itself."""
    place = predicate.word.place
    return parse.characters(place, place) if predicate.kind in _ALONE else parse.characters(*phrase_of(parse, place))


def argument_span(parse: Parse, place: int, predicate: Predicate, route: str) -> Span:
    """An argument by its compound; by itself where predicate and argument share one."""
    alone = route in _ALONE_ROUTES and predicate.kind in _ALONE
    return parse.characters(place, place) if alone else parse.characters(*phrase_of(parse, place))


def direct_of(parse: Parse) -> set[Triple]:
    """The floor: the parser's own labels; a noun that a clause describes is its subject."""
    found: set[Triple] = set()
    for word in parse.words:
        own, above = (parse.characters(*phrase_of(parse, place)) for place in (word.place, word.head))
        case = {"nsubj": "ガ", "obj": "ヲ"}.get(word.label)
        if word.label == "obl" and particle_of(parse, word).case == "に":
            case = "ニ"
        if word.head != word.place and case:
            found.add(Triple(above, case, own))
        if word.head != word.place and word.label == "acl":
            found.add(Triple(own, "ガ", above))
    return found


def scored(pairs: Iterable[tuple[set[Triple], set[Triple]]], *, cases: bool = True) -> tuple[float, float, float]:
    """Precision, recall and F1, 0–1; each annotated triple is met at most once."""
    met = said = wanted = 0
    for found, gold in pairs:
        if not cases:
            found = {triple._replace(case="") for triple in found}
            gold = {triple._replace(case="") for triple in gold}
        left = sorted(gold)
        for triple in sorted(found):
            match = next((other for other in left if triple.agrees(other)), None)
            if match is not None:
                left.remove(match)
                met += 1
        said += len(found)
        wanted += len(gold)
    precision, recall = met / max(1, said), met / max(1, wanted)
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def _named(scores: tuple[float, float, float], suffix: str) -> dict[str, float]:
    return {
        f"{name}{suffix}": percent(score) for name, score in zip(("precision", "recall", "f1"), scores, strict=True)
    }


@cache
def _pipeline() -> Any:
    pipeline = load()
    pipeline.select_pipes(enable=[name for name in pipeline.pipe_names if name in _READ])
    return pipeline


def parses_of(row: dict[str, Any]) -> list[Parse]:
    """The parse of each sentence; names are not looked for, since roles are read without them."""
    return [parsed(doc) for doc in _pipeline().pipe(one["text"] for one in row["sentences"])]


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
