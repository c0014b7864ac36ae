"""Finds contradictory facts, and which of them a later fact has ended."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from graph.insight.inference.places import Contained, are_apart, lies_within
from graph.insight.link_features import Stated
from graph.model.reading.amount_names import exclude, is_amount
from graph.model.reading.lemma_forms import filler_of
from graph.model.types import EntityType, Modality, Polarity, RelationType

SURE = 0.5
"""Confidence a fact needs to end another or to be ended."""
_DAY = re.compile(r"(?<=-)\d\d-\d\d$")
"""The day of a date, whatever its year."""
_DIGIT = re.compile(r"\d")
_ME = "Me"
"""The name of who speaks, whom "we" means too."""
_FIRM = frozenset({Modality.STATED.value, Modality.REPORTED.value})
_OF_MANY_KINDS = frozenset(
    kind.value
    for kind in (
        RelationType.RELATES_TO,
        RelationType.KNOWS,
        RelationType.FAMILY_MEMBER,
        RelationType.COLLEAGUE,
        RelationType.LOCATED_IN,
        RelationType.LOCATED_AT,
        RelationType.NEAR_TO,
        RelationType.PARTICIPATES_IN,
    )
)
"""Types of facts that say different things of the same two: who is no brother may be a cousin."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A relation of which a thing has one at a time: whose it is, and how sure a difference is a change.

    `begins`: the fact says that it begins, `only_begun`: only then it takes another's place. `yearly`: of a date that
    fills it the day counts, not the year; `ahead`: only a date still to come is changed. `place`: a place fills it, and
    one within another is no other one. `many`: a thing may have several, and only what says that one is over ends it.
    """

    name: str
    holder: str
    filler: str
    filler_name: str
    fixed: bool
    sure: float
    begins: bool = False
    only_begun: bool = False
    yearly: bool = False
    ahead: bool = False
    place: bool = False
    many: bool = False


@dataclass(frozen=True, slots=True)
class Clash:
    """Two contradictory facts: in which relation of which entity, how surely, and whether the later ends the older."""

    older: Stated
    later: Stated
    slot: str
    holder: str
    confidence: float
    ends: bool
    reason: str


def clashes(facts: Iterable[Stated]) -> list[Clash]:
    """Every fact that another one contradicts, with the first later fact that ends it, else that does; ordered by it.

    Of these kinds: one denies what another states of the same two things, or says the opposite (hates, for likes); one
    says that it is over; both give one thing different values of a relation of which it has one at a time. A later one
    ends the older; of one moment, or of what never changes, neither does. What was so once contradicts nothing that is
    so now. What a person rejected is passed over. Places within places are those that the facts tell and the table.
    """
    facts = list(facts)
    inside = contained_places(facts)
    firm = sorted(
        (fact for fact in facts if fact.modality in _FIRM and fact.confidence >= SURE),
        key=lambda fact: fact.begins,
    )
    earliest: dict[str, Clash] = {}
    for clash in (*_denials(firm), *_opposites(firm), *_changes(firm, inside), *_endings(firm)):
        before = earliest.get(clash.older.id)
        if before is None or (not clash.ends, clash.later.begins) < (not before.ends, before.later.begins):
            earliest[clash.older.id] = clash
    return [earliest[identity] for identity in sorted(earliest)]


def standing(facts: Iterable[Stated]) -> list[Stated]:
    """The facts that still hold: none that is over, that another ended, here or in the graph, or that says an end."""
    facts = list(facts)
    ended = {clash.older.id for clash in clashes(facts) if clash.ends}
    return [fact for fact in facts if not (fact.ended or fact.id in ended or fact.past or says_an_end(fact))]


def says_an_end(fact: Stated) -> bool:
    """Whether a fact says that something is over: "left", "stopped working for", "be ex-wife of", 離婚する."""
    lemma = fact.lemma.lower()
    former = any(word in lemma for word in _table()["former"])
    return former or lemma in enders() or _stopped(lemma) is not None


def may_end(lemma: str, type_: str, *, denied: bool, past: bool) -> bool:
    """Whether a fact in these words may end another or be ended by one, whatever it is of; most facts may not."""
    words = lemma.lower()
    return (
        denied
        or past
        or words in lemmas()
        or type_ in types()
        or any(words.startswith(prefix) for prefix in prefixes())
        or _stopped(words) is not None
    )


@cache
def lemmas() -> frozenset[str]:
    """All lemmas in which something is one at a time, ends, or is the opposite of another."""
    table = _table()
    attributes = [
        form.format(lemma) for slot in _slots().values() for form in slot.get("of", ()) for lemma in slot["lemmas"]
    ]
    groups = [*table["alike"], *(side for pair in table["opposed"] for side in pair)]
    slots = [lemma for slot in _slots().values() for lemma in slot["lemmas"]]
    return frozenset((*attributes, *slots, *(lemma for group in groups for lemma in group))) | enders()


@cache
def types() -> frozenset[str]:
    """The types of which a thing has one at a time in any words."""
    return frozenset(kind for slot in _slots().values() for kind in slot["types"])


@cache
def prefixes() -> tuple[str, ...]:
    """What begins further such lemmas: "favourite colour", "stop use"."""
    begun = [prefix for slot in _slots().values() for prefix in slot.get("prefixes", ())]
    return (*begun, *(f"{word} " for word in _table()["stopping"]), "be ex-", "be former ")


def contained_places(facts: Iterable[Stated]) -> Contained:
    """Which place lies in which by facts, over any number of steps: Shibuya in Tokyo in Japan."""
    outer: dict[str, set[str]] = defaultdict(set)
    for fact in facts:
        kinds = (fact.subject_type, fact.object_type)
        within = fact.type in (RelationType.LOCATED_IN, RelationType.PART_OF) and fact.polarity == Polarity.POSITIVE
        if within and kinds == (EntityType.LOCATION, EntityType.LOCATION):
            outer[fact.subject].add(fact.object)
    return frozenset((place, around) for place in outer for around in _all_around(place, outer))


def _all_around(place: str, outer: Mapping[str, Set[str]]) -> set[str]:
    reached: set[str] = set()
    ahead = [place]
    while ahead:
        new = outer.get(ahead.pop(), frozenset()) - reached
        reached |= new
        ahead += new
    return reached


def _denials(firm: Sequence[Stated]) -> Iterable[Clash]:
    groups: dict[tuple[str, str, str, bool], list[Stated]] = defaultdict(list)
    for fact in firm:
        groups[*_statement_key(fact), fact.past].append(fact)
    for group in groups.values():
        for place, older in enumerate(group):
            for later in group[place + 1 :]:
                same = _is_same_statement(older, later)
                if older.polarity != later.polarity and same and _may_end(older, later):
                    denied = later.polarity == Polarity.NEGATIVE
                    reason = "a later memory denies it" if denied else "a later memory states it"
                    yield _clash(older, later, older.type.lower(), older.subject, 0.9, reason, ends=True)
                    break


def _is_same_statement(older: Stated, later: Stated) -> bool:
    """Whether of two facts between the same two one denies what the other states.

    By one word, by words that mean as much, or where all of the type say the same; in a relation of one value by any of
    its words, but who did not move to a town may live there since birth.
    """
    if older.lemma == later.lemma or older.type not in _OF_MANY_KINDS:
        return True
    denied = older if older.polarity == Polarity.NEGATIVE else later
    words = {fact.lemma.lower() for fact in (older, later)}
    if any(words <= {*group} for group in _table()["alike"]):
        return True
    return any(
        words <= {*slot["lemmas"]} and denied.lemma.lower() not in slot.get("begins", ())
        for slot in _slots().values()
        if not slot.get("many")
    )


def _opposites(firm: Sequence[Stated]) -> Iterable[Clash]:
    """A later fact of the same two that says the opposite: who hates coffee does not love it any more."""
    groups: dict[tuple[str, str], list[Stated]] = defaultdict(list)
    for fact in firm:
        if fact.polarity == Polarity.POSITIVE and not fact.past:
            groups[fact.subject, fact.object].append(fact)
    for group in groups.values():
        for place, older in enumerate(group):
            for later in group[place + 1 :]:
                if _may_end(older, later) and _are_opposed(older.lemma.lower(), later.lemma.lower()):
                    reason = "a later memory says the opposite"
                    yield _clash(older, later, older.type.lower(), older.subject, 0.85, reason, ends=True)
                    break


def _are_opposed(first: str, other: str) -> bool:
    return any(
        (first in left and other in right) or (first in right and other in left) for left, right in _table()["opposed"]
    )


def _changes(firm: Sequence[Stated], contained: Contained) -> Iterable[Clash]:
    held: dict[tuple[str, str], list[tuple[Slot, Stated]]] = defaultdict(list)
    for fact in firm:
        if fact.polarity == Polarity.POSITIVE:
            for slot in slots_of(fact):
                if not slot.many:
                    held[slot.name, slot.holder].append((slot, fact))
    for group in held.values():
        for place, (slot, older) in enumerate(group):
            clash: Clash | None = None
            for other, later in group[place + 1 :]:
                if clash and later.valid_from == older.valid_from:
                    # Another of the same moment ends it as little.
                    continue
                if _may_end(older, later) and _differ(slot, other, later, contained):
                    reason = f"another {slot.name}"
                    clash = _clash(older, later, slot.name, slot.holder, slot.sure, reason, ends=not slot.fixed)
                    yield clash
                    if clash.ends or slot.fixed:
                        break


def _endings(firm: Sequence[Stated]) -> Iterable[Clash]:
    """What a later fact says to be over, of the same two; of what things use also where who speaks says it of "us"."""
    by_end: dict[str, list[tuple[int, Stated]]] = defaultdict(list)
    for place, fact in enumerate(firm):
        if fact.polarity == Polarity.POSITIVE:
            for end in {fact.subject, fact.object}:
                by_end[end].append((place, fact))
    for place, older in enumerate(firm):
        names = sorted({slot.name for slot in slots_of(older)}) if older.polarity == Polarity.POSITIVE else []
        for at, later in by_end[older.object] if names else ():
            over = next((name for name in names if _is_over(name, older, later)), None) if at > place else None
            if over and _may_end(older, later):
                # Where another speaks for the owner, both share what is no longer used alone.
                holder = older.subject if older.subject in (later.subject, later.object) else older.object
                yield _clash(older, later, over, holder, 0.85, f"{over} ended", ends=True)
                break


def _is_over(name: str, older: Stated, later: Stated) -> bool:
    """Whether a later fact says that a relation is over between the two that an older one ties by it.

    In words of an end ("left", "stopped using"), or by telling it as what was so once: "used to work for".
    """
    # Of attributes each is one of its own: "attribute password".
    slot, lemma = _slots()[name.partition(" ")[0]], later.lemma.lower()
    ends = slot.get("ends", ())
    if (older.subject, older.object) == (later.subject, later.object):
        if lemma in ends or (later.past and not slot.get("fixed") and _says_as_much(older, later)):
            return True
        return (stopped := _stopped(lemma)) is not None and _mean_as_much(older.lemma.lower(), stopped)
    if slot.get("by_speaker") and older.object == later.object:
        # "We replaced it" says so of our backend, "I switched" of my computer, "the team dropped it" of what we use,
        # and nothing of another person.
        speaks = (later.subject_name == _ME and older.subject_type is not EntityType.PERSON) or (
            older.subject_name == _ME and later.subject_name.lower() in _table()["us"]
        )
        return speaks and (lemma in ends or _stopped(lemma) in slot["lemmas"])
    if (older.subject, older.object) != (later.object, later.subject):
        return False
    return lemma in slot.get("ends_turned", ()) or (name in _mutual().values() and lemma in ends)


def _says_as_much(older: Stated, later: Stated) -> bool:
    return older.type == later.type and (
        older.type not in _OF_MANY_KINDS or _mean_as_much(older.lemma.lower(), later.lemma.lower())
    )


def _mean_as_much(first: str, other: str) -> bool:
    """Whether two lemmas say the same of two things: one word, or of one group; "used to live in" is "use live in"."""
    other = other.removeprefix("use ")
    return first == other or any({first, other} <= {*group} for group in _table()["alike"])


def _stopped(lemma: str) -> str | None:
    """What a lemma says to have stopped: "use" of "stop use"; None for one that says no such thing."""
    first, _, rest = lemma.partition(" ")
    return rest if rest and first in _table()["stopping"] else None


def _may_end(older: Stated, later: Stated) -> bool:
    """Whether a fact may end another: not one of the same memory, nor where a person said that it did not."""
    return older.memory_id != later.memory_id and later.id not in older.outlasts


def _clash(older: Stated, later: Stated, slot: str, holder: str, sure: float, reason: str, *, ends: bool) -> Clash:
    confidence = round(sure * older.confidence * later.confidence, 4)
    return Clash(older, later, slot, holder, confidence, ends and older.valid_from < later.valid_from, reason)


def slots_of(fact: Stated) -> list[Slot]:
    """The relations of one value that a fact fills; most facts fill none, and what is past only what never changes."""
    return [filled for name, slot in _slots().items() for filled in _filled(name, slot, fact)]


def _filled(name: str, slot: Mapping[str, Any], fact: Stated) -> list[Slot]:
    lemma = fact.lemma.lower()
    turned = _turned(slot, lemma)
    known = lemma in slot["lemmas"] or fact.type in slot["types"] or turned or _has_prefix(slot, lemma)
    if not known or lemma in slot.get("beside", ()) or (fact.past and not slot.get("fixed")):
        return []
    if slot.get("amount") and not is_amount(fact.object_name):
        return []
    # A relation without types is of anything.
    subjects, objects = slot["subject"], slot["object"]
    if (subjects and fact.subject_type not in subjects) or (objects and fact.object_type not in objects):
        return []
    if fact.object_name.lower() in slot.get("not_objects", ()):
        return []
    begins = lemma in slot.get("begins", ())
    only_begun = bool(slot.get("only_begun")) or fact.subject_type in slot.get("begun_types", ())
    ends = [(fact.subject, fact.subject_name), (fact.object, fact.object_name)]
    sides = [ends[::-1] if slot.get("inverse") or turned else ends, *([ends[::-1]] if slot.get("mutual") else [])]
    called = f"{name} {turned or lemma}" if slot.get("each") else slot.get("same_as", name)
    return [
        Slot(
            called, holder, filler, filler_name, bool(slot.get("fixed")), float(slot["sure"]), begins=begins,
            only_begun=only_begun, yearly=bool(slot.get("yearly")), ahead=bool(slot.get("ahead")),
            place=bool(slot.get("place")), many=bool(slot.get("many")),
        )
        for (holder, _), (filler, filler_name) in sides
    ]  # fmt: skip


def _turned(slot: Mapping[str, Any], lemma: str) -> str | None:
    """The attribute that a lemma names from its other side: "dentist" of "be dentist of"."""
    for form in slot.get("of", ()):
        inner = filler_of(form, lemma)
        if inner in slot["lemmas"]:
            return inner
    return None


def _has_prefix(slot: Mapping[str, Any], lemma: str) -> bool:
    return any(lemma.startswith(prefix) and lemma != prefix for prefix in slot.get("prefixes", ()))


def _statement_key(fact: Stated) -> tuple[str, str, str]:
    """The ends of a fact and what it says of them; of what is mutual in one order, and no friendship for a couple."""
    mutual = _mutual().get(fact.lemma.lower())
    if mutual is None:
        return fact.subject, fact.object, fact.type
    return min(fact.subject, fact.object), max(fact.subject, fact.object), mutual


def _differ(before: Slot, after: Slot, later: Stated, contained: Contained) -> bool:
    """Whether two values exclude each other, the later told last. Of amounts only two exact ones of one unit do, of
    days that come every year two of different days, of dates two as exact, the first of them still to come.
    """
    if before.filler == after.filler:
        return False
    if is_amount(before.filler_name) or is_amount(after.filler_name):
        return exclude(before.filler_name, after.filler_name)
    names = [before.filler_name.lower(), after.filler_name.lower()]
    if before.yearly:
        days = [_DAY.search(name) for name in names]
        return all(days) and len({day[0] for day in days if day}) == len(days)
    if after.only_begun and not after.begins:
        return False
    if before.ahead:
        had_come = names[0][:4].isdigit() and names[0] < later.valid_from.date().isoformat()[: len(names[0])]
        return len({_DIGIT.sub("9", name) for name in names}) == 1 and (after.begins or not had_come)
    if before.place:
        return _are_other_places(before, after, contained)
    return names[0] not in names[1] and names[1] not in names[0]


def _are_other_places(before: Slot, after: Slot, contained: Contained) -> bool:
    """Whether a place takes another's place: never one within the other, by facts, names or the table.

    A town and its country are none, and a town and a province only where somebody moved. Else a move tells it, or that
    both are known to lie apart: what is not known may be a district of what is.
    """
    names = [before.filler_name.lower(), after.filler_name.lower()]
    pairs = {(before.filler, after.filler), (after.filler, before.filler)}
    if pairs & contained or lies_within(*names) or _differ_in_kind(names, "wide"):
        return False
    if after.begins:
        return True
    if _differ_in_kind(names, "provinces"):
        return False
    return are_apart(*names) or all(any(name in _table()[kind] for kind in ("wide", "provinces")) for name in names)


def _differ_in_kind(names: Sequence[str], kind: str) -> bool:
    """Whether one of two places is of a kind and the other is not."""
    return len({name in _table()[kind] for name in names}) > 1


@cache
def _table() -> dict[str, Any]:
    held = json.loads((files("graph.insight.inference") / "functional.json").read_text("utf-8"))
    return {**held, "wide": frozenset(held["wide"]), "provinces": frozenset(held["provinces"])}


@cache
def _mutual() -> dict[str, str]:
    """The relation of each lemma by which two are to each other what either is to the other."""
    return {lemma: name for name, slot in _slots().items() if slot.get("mutual") for lemma in slot["lemmas"]}


@cache
def enders() -> frozenset[str]:
    """All lemmas that say an end."""
    return frozenset(
        lemma for slot in _slots().values() for key in ("ends", "ends_turned") for lemma in slot.get(key, ())
    )


def _slots() -> dict[str, Any]:
    return _table()["slots"]
