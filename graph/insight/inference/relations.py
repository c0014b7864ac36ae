"""Infers relations by rules from stated ones: colleagues, families, places within places, who did something together.

What is over proves nothing: who left a firm is nobody's colleague there (`succession.standing`).
"""

import json
import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations

from graph.insight.inference.conclusion import Conclusion
from graph.insight.link_features import Stated, either
from graph.model.types import EntityType, InferenceKind, Modality, Polarity, RelationType

GROUP_MOST = 30
"""People of one organisation or gathering beyond which its members need not know each other."""
LEAST = 0.4
_EVIDENCE_MOST = 8
_R = RelationType

_GROUPS: Mapping[RelationType, float] = {_R.WORKS_FOR: 0.85, _R.MEMBER_OF: 0.8, _R.LEADS: 0.8}
_GATHERINGS: Mapping[RelationType, float] = {_R.PARTICIPATES_IN: 0.6}
_SHARED_WORK = 0.9
"""How sure two people of one project are colleagues."""
_TOGETHER = 0.8
"""How sure two people of whom one sentence tells the same act know each other: "Ken and Mia visited the inn"."""
_CHAINS: Mapping[RelationType, float] = {
    _R.LOCATED_IN: 0.9, _R.PART_OF: 0.85, _R.TYPE_OF: 0.85, _R.FAMILY_MEMBER: 0.6,
}  # fmt: skip
_CLOSE = frozenset({_R.COLLEAGUE, _R.FAMILY_MEMBER, _R.WORKS_FOR, _R.LEADS})
_PLACES = frozenset({EntityType.PERSON, EntityType.CONCEPT, EntityType.TIME_UNIT})
"""Types that lie within no place for good: where a person is, its town's country does not follow for ever."""

Edge = tuple[str, RelationType, str]


def sums(facts: Iterable[Stated]) -> dict[Edge, list[Stated]]:
    """The facts by subject, type and object, surest first: stated, not denied, of two things."""
    held: dict[Edge, list[Stated]] = defaultdict(list)
    for fact in facts:
        firm = fact.modality in (Modality.STATED, Modality.REPORTED) and fact.polarity == Polarity.POSITIVE
        if firm and fact.subject != fact.object:
            held[fact.subject, RelationType(fact.type), fact.object].append(fact)
    return {edge: sorted(some, key=lambda fact: (-fact.confidence, fact.id)) for edge, some in held.items()}


def relations(facts: Collection[Stated], about: Collection[str], whole: Collection[str]) -> list[Conclusion]:
    """The relations that follow for the entities of `about`; `whole` are those of which all facts are given.

    A conclusion is as sure as its rule times the sums it rests on, and surer when several ways lead to it. What is
    stated already is not concluded; of `facts` those that are over are left out by the caller.
    """
    held = sums(facts)
    names = {e: name for f in facts for e, name in ((f.subject, f.subject_name), (f.object, f.object_name))}
    types = {e: kind for f in facts for e, kind in ((f.subject, f.subject_type), (f.object, f.object_type))}
    ways: dict[Edge, list[tuple[float, str, list[Stated]]]] = defaultdict(list)
    for members, place in ((_GROUPS, "organisation"), (_GATHERINGS, "gathering")):
        _colleagues(held, members, place, types, whole, ways)
    _share_work(held, types, names, whole, ways)
    _chained(held, types, whole, ways)
    _together(held, types, ways)
    conclusions: list[Conclusion] = []
    for (source, type_, target), many in ways.items():
        closer = type_ is RelationType.KNOWS and (source, RelationType.COLLEAGUE, target) in ways
        if (source in about or target in about) and not closer and not _is_stated(held, source, type_, target):
            conclusion = _conclusion(source, type_, target, many)
            if conclusion.confidence >= LEAST and not _is_same_name(names[source], names[target]):
                conclusions.append(conclusion)
    return sorted(conclusions, key=lambda conclusion: (-conclusion.confidence, conclusion.id))


def _colleagues(
    held: Mapping[Edge, Sequence[Stated]],
    kinds: Mapping[RelationType, float],
    place: str,
    types: Mapping[str, EntityType],
    whole: Collection[str],
    ways: dict[Edge, list[tuple[float, str, list[Stated]]]],
) -> None:
    groups: dict[str, dict[str, tuple[float, float, Sequence[Stated]]]] = defaultdict(dict)
    for (subject, type_, object_), some in held.items():
        right = place == "gathering" or types[object_] is EntityType.ORGANIZATION
        if type_ in kinds and types[subject] is EntityType.PERSON and right and object_ in whole:
            strength = either(fact.confidence for fact in some)
            if kinds[type_] * strength > math.prod(groups[object_].get(subject, (0.0, 0.0, ()))[:2]):
                groups[object_][subject] = kinds[type_], strength, some
    for people in groups.values():
        if len(people) <= GROUP_MOST:
            for first, second in combinations(sorted(people), 2):
                (rule, left, some), (other_rule, right_, more) = people[first], people[second]
                sure = min(rule, other_rule) * left * right_
                ways[first, RelationType.COLLEAGUE, second].append((sure, f"one {place}", [some[0], more[0]]))


def _share_work(
    held: Mapping[Edge, Sequence[Stated]],
    types: Mapping[str, EntityType],
    names: Mapping[str, str],
    whole: Collection[str],
    ways: dict[Edge, list[tuple[float, str, list[Stated]]]],
) -> None:
    """Colleagues by a project or team: who works on it, is in it or leads it, in whatever words.

    As sure as the less sure of both facts, for both are mostly read off the same wording. What is only called "the
    project" is one for the people of one memory alone.
    """
    groups: dict[tuple[str, str], dict[str, Stated]] = defaultdict(dict)
    for (subject, type_, object_), some in held.items():
        if types[subject] is not EntityType.PERSON or not _is_project(names[object_], types[object_]):
            continue
        for fact in some:
            if type_ in _table()["types"] or fact.lemma.lower() in _table()["lemmas"]:
                only = fact.memory_id if _is_nameless(names[object_]) else ""
                if only or object_ in whole:
                    best = groups[object_, only].setdefault(subject, fact)
                    groups[object_, only][subject] = max(best, fact, key=lambda fact: (fact.confidence, fact.id))
    _relate_groups(groups.values(), RelationType.COLLEAGUE, _SHARED_WORK, "one project", ways)


def _is_project(name: str, kind: EntityType) -> bool:
    """Whether a name is that of a project or team: by a word of it, or the proper name of a task."""
    if kind in (EntityType.PERSON, EntityType.LOCATION, EntityType.TIME_UNIT):
        return False
    return _project_word().search(name) is not None or (kind is EntityType.TASK and name[:1].isupper())


def _is_nameless(name: str) -> bool:
    return not _project_word().sub("", name).strip(" ・-の")


def _together(
    held: Mapping[Edge, Sequence[Stated]],
    types: Mapping[str, EntityType],
    ways: dict[Edge, list[tuple[float, str, list[Stated]]]],
) -> None:
    """Who did the same thing by the words of one sentence: "Ken and Mia visited the inn"."""
    acts: dict[tuple[str, int, str, str], dict[str, Stated]] = defaultdict(dict)
    for (subject, _, object_), some in held.items():
        for fact in some:
            if types[subject] is EntityType.PERSON and fact.sentence is not None:
                acts[fact.memory_id, fact.sentence, fact.lemma, object_][subject] = fact
    _relate_groups(acts.values(), RelationType.KNOWS, _TOGETHER, "did it together", ways)


def _relate_groups(
    groups: Iterable[Mapping[str, Stated]],
    relation: RelationType,
    share: float,
    sign: str,
    ways: dict[Edge, list[tuple[float, str, list[Stated]]]],
) -> None:
    """A way for every two people of a group, each given with the fact that puts them there."""
    for people in groups:
        if len(people) <= GROUP_MOST:
            for first, second in combinations(sorted(people), 2):
                evidence = [people[first], people[second]]
                sure = share * min(fact.confidence for fact in evidence)
                ways[first, relation, second].append((sure, sign, evidence))


def _chained(
    held: Mapping[Edge, Sequence[Stated]],
    types: Mapping[str, EntityType],
    whole: Collection[str],
    ways: dict[Edge, list[tuple[float, str, list[Stated]]]],
) -> None:
    onward: dict[tuple[str, RelationType], list[tuple[str, Sequence[Stated]]]] = defaultdict(list)
    for (subject, type_, object_), some in held.items():
        if type_ in _CHAINS:
            onward[subject, type_].append((object_, some))
            if type_ is RelationType.FAMILY_MEMBER:
                onward[object_, type_].append((subject, some))
    for (first, type_), steps in onward.items():
        for middle, some in steps:
            if middle not in whole or (type_ is RelationType.LOCATED_IN and types[first] in _PLACES):
                continue
            for last, more in onward.get((middle, type_), ()):
                if last != first and types[last] is types[middle]:
                    sure = _CHAINS[type_] * some[0].confidence * more[0].confidence
                    ends = sorted((first, last)) if type_ is RelationType.FAMILY_MEMBER else [first, last]
                    ways[ends[0], type_, ends[1]].append((sure, "by way of another", [some[0], more[0]]))


def _is_stated(held: Mapping[Edge, object], source: str, type_: RelationType, target: str) -> bool:
    kinds = _CLOSE if type_ is RelationType.COLLEAGUE else {type_}
    if type_ is RelationType.KNOWS:
        kinds = _CLOSE | {RelationType.KNOWS, RelationType.FRIEND}
    return any((source, kind, target) in held or (target, kind, source) in held for kind in kinds)


def _conclusion(
    source: str, type_: RelationType, target: str, ways: Sequence[tuple[float, str, list[Stated]]]
) -> Conclusion:
    evidence = dict.fromkeys(fact.id for _, _, some in ways for fact in some)
    return Conclusion(
        kind=InferenceKind.RELATION, type=type_.value, source=source, target=target,
        confidence=round(either(sure for sure, _, _ in ways[:_EVIDENCE_MOST]), 4),
        reasons=tuple(dict.fromkeys(reason for _, reason, _ in ways)), evidence=tuple(evidence)[: 2 * _EVIDENCE_MOST],
    )  # fmt: skip


@cache
def _table() -> dict[str, frozenset[str]]:
    held = json.loads((files("graph.insight.inference") / "projects.json").read_text("utf-8"))
    return {name: frozenset(held[name]) for name in ("types", "lemmas", "words")}


@cache
def _project_word() -> re.Pattern[str]:
    """What calls a project or team so: a whole word in English, any part of a Japanese name."""
    words = sorted(_table()["words"])
    english = "|".join(re.escape(word) for word in words if word.isascii())
    japanese = "|".join(re.escape(word) for word in words if not word.isascii())
    return re.compile(rf"\b(?:{english})s?\b|(?:{japanese})", re.IGNORECASE)


def _is_same_name(first: str, second: str) -> bool:
    """Whether one name is part of the other: two forms of one name are not two people."""
    left, right = first.lower(), second.lower()
    if left in right or right in left:
        return True
    parts = set(left.split()), set(right.split())
    return parts[0] <= parts[1] or parts[1] <= parts[0]
