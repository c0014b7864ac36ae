"""Measures which related entities of a document the product joins by a fact, beside joining what shares a sentence."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from bench import sets
from bench.measures import percent
from bench.relation_types import Triple, accepted, canonical
from bench.understood import understood
from graph.model.draft import Draft
from graph.model.extraction import Extraction, Mention
from graph.model.types import EntityType, RelationType

_WHEN: Final = datetime(2020, 1, 1, tzinfo=UTC)
_KINDS: Final = {
    "PER": EntityType.PERSON,
    "ORG": EntityType.ORGANIZATION,
    "LOC": EntityType.LOCATION,
    "TIME": EntityType.TIME_UNIT,
    "DAT": EntityType.TIME_UNIT,
    "TIM": EntityType.TIME_UNIT,
}
"""Types of the sets that ours answer to."""
_TYPED: Final = frozenset(("PER", "ORG", "LOC", "TIME", "DAT"))
_OVERLAP: Final = 0.5
"""How much of the longer of two spans must be shared for them to be one mention."""
_FEWEST: Final = 30
"""Pairs that a precision must rest on before it counts."""

Pair = frozenset[int]
Place = tuple[int, int]


@dataclass(slots=True, kw_only=True)
class Document:
    """A document of a set: gold entities by number, their places in the text, and what relates them."""

    text: str
    starts: list[int]
    entities: list[str]
    places: dict[Place, int]
    related: dict[Pair, bool]
    right: set[Triple]
    stated: list[list[Triple]]


@dataclass(slots=True)
class Tally:
    """What is summed over documents."""

    mentions: Counter[str] = field(default_factory=Counter[str])
    pairs: Counter[str] = field(default_factory=Counter[str])
    typed: Counter[str] = field(default_factory=Counter[str])
    by_type: dict[RelationType, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    shared: list[tuple[float, bool, bool]] = field(default_factory=list[tuple[float, bool, bool]])
    joined: list[tuple[float, bool, bool]] = field(default_factory=list[tuple[float, bool, bool]])
    cubed: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])


def measured(data: Path, name: str, split: str) -> dict[str, object]:
    """Mentions, pairs, typed relations and clusters; in `floors` the pairs of one sentence as the same run found them.

    Pair recall is over pairs whose evidence is in one sentence that names both; precision over pairs of gold entities.
    `cooccurrence_recall_at_precision` takes the pairs nearest to each other first, as far as the precision of the
    product's facts is kept; `cooccurrence_precision_at_recall` as many as give its recall.
    """
    documents = [_document(row, "" if name == "jacred" else " ") for row in sets.rows(sets.located(data, name, split))]
    tally = Tally()
    drafts = [Draft(text=document.text, occurred_at=_WHEN) for document in documents]
    for document, extraction in zip(documents, understood(drafts), strict=True):
        _count(document, extraction, tally)
    return {**_mention_scores(tally), **_pair_scores(tally), **_typed_scores(tally), "floors": _floors(tally)}


def _document(row: Mapping[str, Any], joint: str) -> Document:
    starts, at = list[int](), 0
    for sentence in row["sentences"]:
        starts.append(at)
        at += len(sentence) + len(joint)
    places: dict[Place, int] = {}
    named: list[set[int]] = []
    for number, entity in enumerate(row["entities"]):
        named.append({one["sent"] for one in entity["mentions"]})
        for one in entity["mentions"]:
            places[(starts[one["sent"]] + one["start"], starts[one["sent"]] + one["end"])] = number
    related: dict[Pair, bool] = {}
    right: set[Triple] = set()
    stated: list[list[Triple]] = []
    for one in row["relations"]:
        pair = frozenset((one["h"], one["t"]))
        in_one = bool(named[one["h"]] & named[one["t"]] & set(one["evidence"]))
        if len(pair) == 2:
            related[pair] = related.get(pair, False) or in_one
            triples, missed = accepted(one["r"], one["h"], one["t"])
            right.update(triples)
            stated += [triples] if in_one and missed else []
    return Document(
        text=joint.join(row["sentences"]),
        starts=starts,
        entities=[entity["type"] for entity in row["entities"]],
        places=places,
        related=related,
        right=right,
        stated=stated,
    )


def _count(document: Document, extraction: Extraction, tally: Tally) -> None:
    _count_mentions(document, extraction.mentions, tally.mentions)
    nodes = _nodes(extraction.mentions)
    meant = [_meant(document, mention) for mention in extraction.mentions]
    of_node: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for node, number in zip(nodes, meant, strict=True):
        if number is not None:
            of_node[node][number] += 1
    entity = [of_node[node].most_common(1)[0][0] if of_node[node] else None for node in nodes]
    joined: dict[Pair, float] = {}
    told: set[Triple] = set()
    for one in extraction.statements:
        subject, object_ = entity[one.subject], entity[one.object]
        if subject is None or object_ is None or subject == object_:
            continue
        pair = frozenset((subject, object_))
        joined[pair] = max(joined.get(pair, 0.0), one.confidence)
        triple = canonical(one.type, subject, object_)
        told |= {triple} if triple else set()
    for pair, confidence in joined.items():
        tally.joined.append((-confidence, pair in document.related, document.related.get(pair, False)))
    for pair, distance in _sharing(document, extraction.mentions, entity).items():
        tally.shared.append((distance, pair in document.related, document.related.get(pair, False)))
    tally.pairs["gold"] += sum(document.related.values())
    _count_typed(document, told, tally)
    tally.cubed.extend(_cubed(document, nodes, meant))


def _nodes(mentions: Sequence[Mention]) -> list[str]:
    """The node of each mention: its key, or that of the mention whose alias it is."""
    known = {mention.key for mention in mentions}
    by_alias = {alias: mention.key for mention in mentions for alias in mention.alias_keys if alias != mention.key}
    return [by_alias.get(mention.key, mention.key) if mention.key in known else mention.key for mention in mentions]


def _count_mentions(document: Document, mentions: Sequence[Mention], counted: Counter[str]) -> None:
    told = {(one.start, one.end): one.type for one in mentions if one.start is not None and one.end is not None}
    gold = {place: document.entities[number] for place, number in document.places.items()}
    typed = {place: _KINDS[kind] for place, kind in gold.items() if kind in _TYPED}
    types = frozenset(typed.values()) | {_KINDS[kind] for kind in _TYPED}
    counted["gold"] += len(gold)
    counted["told"] += len(told)
    counted["right"] += len(gold.keys() & told.keys())
    counted["covered"] += sum(_nearest(place, told) is not None for place in gold)
    counted["typed_gold"] += len(typed)
    counted["typed_told"] += sum(kind in types for kind in told.values())
    counted["typed_right"] += sum(told.get(place) is kind for place, kind in typed.items())


def _meant(document: Document, mention: Mention) -> int | None:
    """The gold entity that a mention means, None when it stands at no gold mention."""
    if mention.start is None or mention.end is None:
        return None
    place = _nearest((mention.start, mention.end), document.places)
    return None if place is None else document.places[place]


def _nearest(place: Place, among: Iterable[Place]) -> Place | None:
    best, most = None, 0.0
    for other in among:
        shared = min(place[1], other[1]) - max(place[0], other[0])
        share = shared / max(place[1] - place[0], other[1] - other[0])
        if share >= _OVERLAP and share > most:
            best, most = other, share
    return best


def _sharing(document: Document, mentions: Sequence[Mention], entity: Sequence[int | None]) -> dict[Pair, float]:
    """Pairs of found entities named in one sentence, with the fewest characters between them."""
    inside: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for mention, number in zip(mentions, entity, strict=True):
        if number is not None and mention.start is not None and mention.end is not None:
            sentence = sum(start <= mention.start for start in document.starts)
            inside[sentence].append((mention.start, mention.end, number))
    nearest: dict[Pair, float] = {}
    for found in inside.values():
        for one, other in combinations(sorted(found), 2):
            if one[2] != other[2]:
                pair = frozenset((one[2], other[2]))
                nearest[pair] = min(nearest.get(pair, 1e9), max(0, other[0] - one[1]))
    return nearest


def _count_typed(document: Document, told: set[Triple], tally: Tally) -> None:
    for triple in told:
        tally.by_type[triple[0]]["told"] += 1
        tally.by_type[triple[0]]["right"] += triple in document.right
    for triples in document.stated:
        tally.by_type[triples[0][0]]["gold"] += 1
        tally.by_type[triples[0][0]]["found"] += any(triple in told for triple in triples)


def _cubed(document: Document, nodes: Sequence[str], meant: Sequence[int | None]) -> list[tuple[float, float]]:
    """B-cubed precision and recall of each found mention of a gold entity."""
    both = [(node, number) for node, number in zip(nodes, meant, strict=True) if number is not None]
    counted, by_node, by_gold = Counter(both), Counter(node for node, _ in both), Counter(one for _, one in both)
    return [(counted[one] / by_node[one[0]], counted[one] / by_gold[one[1]]) for one in both]


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _mention_scores(tally: Tally) -> dict[str, object]:
    count = tally.mentions
    result: dict[str, object] = {"mention_covered": percent(count["covered"] / max(1, count["gold"]))}
    for name, prefix in (("mention", ""), ("mention_typed", "typed_")):
        precision = count[prefix + "right"] / max(1, count[prefix + "told"])
        recall = count[prefix + "right"] / max(1, count[prefix + "gold"])
        result |= {f"{name}_f1": percent(_f1(precision, recall))}
        result |= {f"{name}_precision": percent(precision), f"{name}_recall": percent(recall)}
    cubed = tally.cubed or [(0.0, 0.0)]
    precision, recall = (sum(column) / len(cubed) for column in zip(*cubed, strict=True))
    return {**result, "bcubed_f1": percent(_f1(precision, recall))}


def _pair_scores(tally: Tally) -> dict[str, object]:
    right, found = sum(one[1] for one in tally.joined), sum(one[2] for one in tally.joined)
    return {
        "recall": percent(found / max(1, tally.pairs["gold"])),
        "precision": percent(right / max(1, len(tally.joined))),
        "pairs": len(tally.joined),
        "gold_pairs": tally.pairs["gold"],
    }


def _typed_scores(tally: Tally) -> dict[str, object]:
    total = sum(tally.by_type.values(), Counter[str]())
    by_type = {kind.value: _typed_score(counted) for kind, counted in sorted(tally.by_type.items())}
    return {**{f"typed_{key}": value for key, value in _typed_score(total).items()}, "typed": by_type}


def _typed_score(counted: Counter[str]) -> dict[str, object]:
    precision, recall = counted["right"] / max(1, counted["told"]), counted["found"] / max(1, counted["gold"])
    return {
        "f1": percent(_f1(precision, recall)),
        "precision": percent(precision),
        "recall": percent(recall),
        "told": counted["told"],
        "gold": counted["gold"],
    }


def _floors(tally: Tally) -> dict[str, object]:
    gold = max(1, tally.pairs["gold"])
    wanted = sum(one[1] for one in tally.joined) / max(1, len(tally.joined))
    reached = sum(one[2] for one in tally.joined) / gold
    right = found = 0
    at_precision, at_recall = 0.0, 0.0
    for count, (_, is_right, is_found) in enumerate(sorted(tally.shared), start=1):
        right, found = right + is_right, found + is_found
        if count >= _FEWEST and right / count >= wanted:
            at_precision = max(at_precision, found / gold)
        if found / gold >= reached:
            at_recall = max(at_recall, right / count)
    return {
        "cooccurrence_recall": percent(found / gold),
        "cooccurrence_precision": percent(right / max(1, len(tally.shared))),
        "cooccurrence_recall_at_precision": percent(at_precision),
        "cooccurrence_precision_at_recall": percent(at_recall),
    }
