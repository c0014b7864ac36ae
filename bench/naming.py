"""Measures names: which mentions of a workspace are one person, and which variants of a document are one entity."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from pathlib import Path
from typing import Any, cast

from bench.strangers import open_world
from extraction.names.forms.name_forms import name_forms
from extraction.names.keys import name_key
from extraction.pipeline import Pipeline
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.extraction import Mention
from graph.model.reading.name_forms import joined
from graph.model.types import EntityType
from graph.resolution.naming.clustering import clustered
from graph.resolution.naming.members import Member, Resolution, Surroundings
from graph.resolution.naming.readings import TypedReading, followed
from graph.resolution.naming.similarity import PROPOSE

Row = dict[str, Any]
WRONG: list[str] | None = None
"""Where to note each error for somebody who looks into them; nobody does by default."""
_BATCH = 64
FOLDS = 5
"""Parts of a set that are measured by themselves: what they differ by is what a figure may be off by."""


def measured(data: Path, name: str, split: str) -> dict[str, object]:
    """The metrics of one set in percent."""
    rows = _read(data / name.replace("names_open_world", "names_ja_synth") / f"{split}.jsonl")
    if name == "entity_variants":
        folds = [_variants(rows[place::FOLDS]) for place in range(FOLDS)]
        by_fold = {key: [fold[key] for fold in folds] for key in ("f1_ja", "f1_en")}
        return {**_variants(rows), "folds": by_fold}
    if name == "names_open_world":
        return open_world(rows)
    return _workspaces(rows)


def _read(path: Path) -> list[Row]:
    return [cast(Row, json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


@dataclass(frozen=True, slots=True)
class Named:
    """What the product saw at a marked mention: the name as a member of the graph, None when it saw none."""

    gold: Row
    member: str | None


def _workspaces(rows: Sequence[Row]) -> dict[str, object]:
    pipeline = Pipeline()
    try:
        extracted = [_named(pipeline, row["mentions"]) for row in rows]
    finally:
        pipeline.close()
    told = [_told(row["mentions"]) for row in rows]
    return {
        **_scored(rows, extracted),
        "folds": {
            "accuracy": [
                cast(float, _scored(rows[place::FOLDS], extracted[place::FOLDS])["accuracy"]) for place in range(FOLDS)
            ]
        },
        "given_spans": _scored(rows, told),
        "floors": {"strings": _floor(rows)},
    }


def _scored(rows: Sequence[Row], seen: Sequence[tuple[list[Named], list[Member]]]) -> dict[str, object]:
    """Accuracy of links, abstention and false merges, over all workspaces and by kind."""
    right: Counter[str] = Counter()
    count: Counter[str] = Counter()
    abstained = ambiguous = false = pairs = 0
    for row, (named, members) in zip(rows, seen, strict=True):
        nodes = _nodes(clustered(members))
        home = _homes(named, nodes)
        for one in named:
            node = nodes.get(one.member or "", one.member)
            if one.gold["ambiguous"]:
                ambiguous += 1
                singles = {home[entity] for entity in home if entity.startswith("p")}
                abstained += node not in singles
                continue
            kind = one.gold["kind"]
            count[kind] += 1
            good = node is not None and node == home.get(one.gold["entity"])
            right[kind] += good
            if not good and WRONG is not None:
                WRONG.append(f"{row['workspace']} {kind} {one.gold['mention']} -> {node}")
        made, falsely = _false_merges(named, nodes)
        pairs += made
        false += falsely
    return {
        "accuracy": _percent(sum(right.values()), sum(count.values())),
        "abstention": _percent(abstained, ambiguous),
        "false_merges": _percent(false, pairs),
        "kinds": {kind: _percent(right[kind], count[kind]) for kind in sorted(count)},
    }


def _nodes(resolution: Resolution) -> dict[str, str]:
    """For each member the node it is shown with: its group, or the one it is told to refer to."""
    nodes = {own: group[0] for group in resolution.groups for own in group}
    for reference in resolution.references:
        if reference.shown is not None:
            nodes[reference.id] = nodes.get(reference.shown, reference.shown)
    return nodes


def _homes(named: Sequence[Named], nodes: Mapping[str, str]) -> dict[str, str]:
    """For each entity the node of its full mention."""
    homes: dict[str, str] = {}
    for one in named:
        if one.gold["kind"] in ("full", "org_full") and one.member is not None:
            homes.setdefault(one.gold["entity"], nodes.get(one.member, one.member))
    return homes


def _false_merges(named: Sequence[Named], nodes: Mapping[str, str]) -> tuple[int, int]:
    """Pairs of mentions in one node, and those of them that mean different entities."""
    gathered: defaultdict[str, list[str]] = defaultdict(list)
    for one in named:
        if one.member is not None and not one.gold["ambiguous"]:
            gathered[nodes.get(one.member, one.member)].append(one.gold["entity"])
    pairs = sum(len(ones) * (len(ones) - 1) // 2 for ones in gathered.values())
    right = sum(n * (n - 1) // 2 for ones in gathered.values() for n in Counter(ones).values())
    return pairs, pairs - right


def _named(pipeline: Pipeline, sentences: Sequence[Row]) -> tuple[list[Named], list[Member]]:
    """The marked mentions as the product's extraction sees them, with every name of a person or organisation."""
    ordered = sorted(sentences, key=lambda one: int(one["id"][1:]))
    named: list[Named] = []
    found: defaultdict[str, list[Mention]] = defaultdict(list)
    for start in range(0, len(ordered), _BATCH):
        batch = ordered[start : start + _BATCH]
        drafts = [Draft(text=one["text"]) for one in batch]
        works = [ExtractionInput(draft=draft, reading=pipeline.read(draft)) for draft in drafts]
        for gold, extraction in zip(batch, pipeline.extract(works), strict=True):
            covering = _covering(extraction.mentions, gold["start"], gold["end"])
            named.append(Named(gold, _id(covering) if covering else None))
            for mention in extraction.mentions:
                found[_id(mention)].append(mention)
    types = _strong_types([mention for mentions in found.values() for mention in mentions])
    moved: defaultdict[str, list[Mention]] = defaultdict(list)
    for mentions in found.values():
        for mention in mentions:
            settled = replace(mention, type=types[mention.key, mention.type])
            moved[_id(settled)].append(settled)
    place = {_id(m): f"{m.key}|{types[m.key, m.type].value}" for ms in found.values() for m in ms}
    named = [Named(one.gold, place.get(one.member or "")) for one in named]
    return named, [member for mentions in moved.values() if (member := _member(mentions))]


def _strong_types(mentions: Sequence[Mention]) -> dict[tuple[str, EntityType], EntityType]:
    """For each key and type the type its entity has: weak readings of a key go with its strongest, as in the graph."""
    given: defaultdict[str, defaultdict[EntityType, list[Mention]]] = defaultdict(lambda: defaultdict(list))
    for mention in mentions:
        given[mention.key][mention.type].append(mention)
    found: dict[tuple[str, EntityType], EntityType] = {}
    for key, by_type in given.items():
        readings = [
            TypedReading(id=kind.value, type=kind.value, confidence=max(m.confidence for m in ms), count=len(ms))
            for kind, ms in by_type.items()
        ]
        leaders = followed(readings)
        found |= {(key, kind): EntityType(leaders.get(kind.value, kind.value)) for kind in by_type}
    return found


def _covering(mentions: Sequence[Mention], start: int, end: int) -> Mention | None:
    """The mention that shares most with the marked stretch."""
    overlapping = [
        (min(end, mention.end) - max(start, mention.start), -(mention.end - mention.start), mention)
        for mention in mentions
        if mention.start is not None and mention.end is not None and mention.start < end and mention.end > start
    ]
    return max(overlapping, key=lambda one: one[:2])[2] if overlapping else None


def _id(mention: Mention) -> str:
    return f"{mention.key}|{mention.type.value}"


def _member(mentions: Sequence[Mention]) -> Member | None:
    forms = [name_forms(mention.name, mention.type, mention.surface) for mention in mentions]
    kept = [one for one in forms if one is not None]
    if not kept:
        return None
    first = mentions[0]
    return Member(id=_id(first), name=first.name, key=first.key, type=first.type.value, forms=joined(kept))


def _told(sentences: Sequence[Row]) -> tuple[list[Named], list[Member]]:
    """The marked mentions with their spans and types given: resolution alone."""
    named: list[Named] = []
    found: defaultdict[str, list[Mention]] = defaultdict(list)
    for gold in sentences:
        mention = _told_mention(gold)
        named.append(Named(gold, _id(mention)))
        found[_id(mention)].append(mention)
    return named, [member for mentions in found.values() if (member := _member(mentions))]


def _told_mention(gold: Row) -> Mention:
    from extraction.names.keys import display_name
    from graph.model.types import LinkType

    surface = gold["mention"]
    kind = EntityType.ORGANIZATION if gold["kind"].startswith("org") else EntityType.PERSON
    return Mention(
        chunk=0, start=gold["start"], end=gold["end"], surface=surface, name=display_name(surface),
        key=name_key(surface), type=kind, link_type=LinkType.MENTIONS, confidence=1.0, reasons=(), method="told",
    )  # fmt: skip


_HONORIFICS = ("さん", "様", "氏", "くん", "ちゃん", "-san")


def _floor(rows: Sequence[Row]) -> float:
    """The README's string rule: strip the honorific, then the entity whose canonical name holds what is left."""
    right = count = 0
    for row in rows:
        for gold in row["mentions"]:
            if gold["ambiguous"]:
                continue
            count += 1
            text = gold["mention"]
            for ending in _HONORIFICS:
                text = text.removesuffix(ending)
            fitting = [entity["id"] for entity in row["entities"] if text in entity["canonical"]]
            right += fitting == [gold["entity"]]
    return _percent(right, count)


_DOCUMENT = Surroundings(sessions=frozenset({"document"}), places=frozenset({"document"}))
_TYPES = {"PER": EntityType.PERSON, "ORG": EntityType.ORGANIZATION, "LOC": EntityType.LOCATION}


def _variants(rows: Sequence[Row]) -> dict[str, object]:
    """How well variants are linked and merged.

    `judged_merge` leaves out what is one name by its key anyway, `agreed_merge` also what the gold itself holds for one
    in one document and for two in another, as it does with UK and United Kingdom.
    """
    disputed = _disputed(rows)
    linked: defaultdict[str, Counter[str]] = defaultdict(Counter)
    merged: defaultdict[str, Counter[str]] = defaultdict(Counter)
    judged: defaultdict[str, Counter[str]] = defaultdict(Counter)
    agreed: defaultdict[str, Counter[str]] = defaultdict(Counter)
    floor: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        gold, strings = _gold(row)
        shown, sure = _judged(row)
        lang = row["lang"]
        contained = {pair for pair in strings if pair[1] in pair[2] or pair[2] in pair[1]}
        unlike = {pair for pair in sure if name_key(pair[1]) != name_key(pair[2])}
        clear = {pair for pair in unlike if (lang, _keys(pair)) not in disputed}
        for counts, found in (
            (linked[lang], shown), (merged[lang], sure), (judged[lang], unlike), (agreed[lang], clear),
            (floor[lang], contained),
        ):  # fmt: skip
            counts.update(right=len(found & gold), found=len(found), gold=len(gold))
        if WRONG is not None:
            for pair in sorted(shown | gold):
                mark = "".join("+" if pair in pairs else "-" for pairs in (gold, shown)) + "m" * (pair in sure)
                WRONG.append(f"{lang} {mark} {pair}")
    result: dict[str, object] = {}
    for lang in ("ja", "en"):
        result |= {f"{key}_{lang}": value for key, value in _f1(linked[lang]).items()}
        result |= {f"merge_{key}_{lang}": value for key, value in _f1(merged[lang]).items() if key != "f1"}
        result |= {f"judged_merge_{key}_{lang}": value for key, value in _f1(judged[lang]).items() if key != "f1"}
        result[f"agreed_merge_precision_{lang}"] = _f1(agreed[lang])["precision"]
    result["floors"] = {f"f1_{lang}": _f1(floor[lang])["f1"] for lang in ("ja", "en")}
    return result


VariantPair = tuple[str, str, str]


def _disputed(rows: Sequence[Row]) -> set[tuple[str, frozenset[str]]]:
    """The pairs of names, by language and keys, that are one entity in some document and two in another."""
    one: set[tuple[str, frozenset[str]]] = set()
    two: set[tuple[str, frozenset[str]]] = set()
    for row in rows:
        gold, strings = _gold(row)
        one |= {(row["lang"], _keys(pair)) for pair in gold}
        two |= {(row["lang"], _keys(pair)) for pair in strings - gold}
    return one & two


def _keys(pair: VariantPair) -> frozenset[str]:
    return frozenset(map(name_key, pair[1:]))


def _gold(row: Row) -> tuple[set[VariantPair], set[VariantPair]]:
    """Pairs of different strings that are one entity, and all pairs of different strings of one type."""
    gold: set[VariantPair] = set()
    by_type: defaultdict[str, set[str]] = defaultdict(set)
    for cluster in row["clusters"]:
        by_type[cluster["type"]].update(cluster["forms"])
        gold |= set(_pairs(cluster["type"], cluster["forms"]))
    return gold, {pair for kind, forms in by_type.items() for pair in _pairs(kind, forms)}


def _pairs(kind: str, forms: Sequence[str] | set[str]) -> Iterator[VariantPair]:
    for one, other in combinations(sorted(set(forms)), 2):
        yield kind, one, other


def _judged(row: Row) -> tuple[set[VariantPair], set[VariantPair]]:
    """The pairs that resolution links (groups, proposals, likely references) and those it merges."""
    linked: set[VariantPair] = set()
    merged: set[VariantPair] = set()
    for kind in sorted({cluster["type"] for cluster in row["clusters"]}):
        strings = sorted({form for c in row["clusters"] if c["type"] == kind for form in c["forms"]})
        chosen = _TYPES.get(kind, EntityType.DOCUMENT)
        members = [
            Member(id=one, name=one, key=name_key(one), type=chosen.value, forms=forms, around=_DOCUMENT)
            for one in strings
            if (forms := name_forms(one, chosen))
        ]
        resolution = clustered(members)
        for group in resolution.groups:
            merged |= set(_pairs(kind, group))
        linked |= {(kind, one, other) for one, other in _linked(resolution)}
    return linked | merged, merged


_LIKELY = 0.6


def _linked(resolution: Resolution) -> set[tuple[str, str]]:
    """What is one or would be, were every question answered with yes.

    A proposal joins whole groups, a reference its name with the group meant. What is likely is followed through: three
    names of which two pairs are likely are one.
    """
    group_of = {own: group for group in resolution.groups for own in group}
    found: set[tuple[str, str]] = set()
    joined_to: defaultdict[str, set[str]] = defaultdict(set)
    asked = [(each.pair.first, each.pair.second, each.score) for each in resolution.proposals]
    asked += [(one.id, to.id, to.confidence) for one in resolution.references for to in one.referents]
    for one, other, score in asked:
        if score >= PROPOSE:
            groups = group_of.get(one, (one,)), group_of.get(other, (other,))
            found |= {(min(pair), max(pair)) for pair in product(*groups)}
        if score >= _LIKELY:
            joined_to[one].add(other)
            joined_to[other].add(one)
    for own, group in group_of.items():
        joined_to[own].update(group)
    seen: set[str] = set()
    for own in sorted(joined_to):
        reached, waiting = {own}, [own]
        while waiting and own not in seen:
            waiting += (fresh := joined_to[waiting.pop()] - reached)
            reached |= fresh
        seen |= reached
        found |= set(combinations(sorted(reached), 2))
    return found


def _f1(counts: Counter[str]) -> dict[str, float]:
    precision = counts["right"] / max(1, counts["found"])
    recall = counts["right"] / max(1, counts["gold"])
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    return {"f1": round(100 * f1, 2), "precision": round(100 * precision, 2), "recall": round(100 * recall, 2)}


def _percent(part: int, whole: int) -> float:
    return round(100 * part / max(1, whole), 2)
