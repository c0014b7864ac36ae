"""Finds contradictory facts, and which of them a later fact has ended."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from graph.insight.link_features import Stated
from graph.model.amount_names import exclude, is_amount
from graph.model.types import Modality, Polarity, RelationType

SURE = 0.5
"""Confidence a fact needs to end another or to be ended."""
_DAY = re.compile(r"(?<=-)\d\d-\d\d$")
"""The day of a date, whatever its year."""
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

    `begins`: the fact says that it begins. `yearly`: of a date that fills it the day counts, not the year.
    """

    name: str
    holder: str
    filler: str
    filler_name: str
    fixed: bool
    sure: float
    begins: bool = False
    yearly: bool = False


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
    """Every fact that another one contradicts, with the first later fact that does; ordered by the older fact.

    Two kinds: one denies what another states of the same two things; or both give one thing different values of a
    relation of which it has one at a time. A later one ends the older; of one moment, or of what never changes, neither
    does. What was so once contradicts nothing that is so now. What a person rejected is passed over.
    """
    firm = sorted(
        (fact for fact in facts if fact.modality in _FIRM and fact.confidence >= SURE),
        key=lambda fact: (fact.valid_from, fact.id),
    )
    earliest: dict[str, Clash] = {}
    for clash in (*_denials(firm), *_changes(firm)):
        before = earliest.get(clash.older.id)
        if before is None or (clash.later.valid_from, clash.later.id) < (before.later.valid_from, before.later.id):
            earliest[clash.older.id] = clash
    return [earliest[identity] for identity in sorted(earliest)]


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

    By one word, or where all of the type say the same; in a relation of one value by any of its words, but who did not
    move to a town may live there since birth.
    """
    if older.lemma == later.lemma or older.type not in _OF_MANY_KINDS:
        return True
    denied = older if older.polarity == Polarity.NEGATIVE else later
    words = {fact.lemma.lower() for fact in (older, later)}
    return any(
        words <= {*slot["lemmas"]} and denied.lemma.lower() not in slot.get("begins", ()) for slot in _slots().values()
    )


def _changes(firm: Sequence[Stated]) -> Iterable[Clash]:
    held: dict[tuple[str, str], list[tuple[Slot, Stated]]] = defaultdict(list)
    for fact in firm:
        if fact.polarity == Polarity.POSITIVE:
            for slot in slots_of(fact):
                held[slot.name, slot.holder].append((slot, fact))
    for group in held.values():
        for place, (slot, older) in enumerate(group):
            for other, later in group[place + 1 :]:
                if _may_end(older, later) and _differ(slot, other):
                    yield _clash(
                        older, later, slot.name, slot.holder, slot.sure, f"another {slot.name}", ends=not slot.fixed
                    )
                    break
    yield from _endings(firm)


def _endings(firm: Sequence[Stated]) -> Iterable[Clash]:
    for place, older in enumerate(firm):
        names = sorted({slot.name for slot in slots_of(older)}) if older.polarity == Polarity.POSITIVE else []
        for later in firm[place + 1 :] if names else ():
            over = next((name for name in names if _is_over(name, older, later)), None)
            if over and later.polarity == Polarity.POSITIVE and _may_end(older, later):
                yield _clash(older, later, over, older.subject, 0.85, f"{over} ended", ends=True)
                break


def _is_over(name: str, older: Stated, later: Stated) -> bool:
    """Whether a later fact says that a relation of one value is over between the two that an older one ties by it."""
    slot, lemma = _slots()[name], later.lemma.lower()
    if (older.subject, older.object) == (later.subject, later.object):
        return lemma in slot["ends"]
    if (older.subject, older.object) != (later.object, later.subject):
        return False
    return lemma in slot.get("ends_turned", ()) or (name in _mutual().values() and lemma in slot["ends"])


def _may_end(older: Stated, later: Stated) -> bool:
    """Whether a fact may end another: not one of the same memory, nor where a person said that it did not."""
    return older.memory_id != later.memory_id and later.id not in older.outlasts


def _clash(older: Stated, later: Stated, slot: str, holder: str, sure: float, reason: str, *, ends: bool) -> Clash:
    confidence = round(sure * older.confidence * later.confidence, 4)
    return Clash(older, later, slot, holder, confidence, ends and older.valid_from < later.valid_from, reason)


def slots_of(fact: Stated) -> list[Slot]:
    """The relations of one value that a fact fills; most facts fill none, and what is past only what never changes."""
    slots: list[Slot] = []
    for name, slot in _slots().items():
        lemma = fact.lemma.lower()
        if (lemma not in slot["lemmas"] and fact.type not in slot["types"]) or lemma in slot.get("beside", ()):
            continue
        if fact.past and not slot.get("fixed"):
            continue
        if slot.get("amount") and not is_amount(fact.object_name):
            continue
        if fact.subject_type not in slot["subject"] or fact.object_type not in slot["object"]:
            continue
        ends = [(fact.subject, fact.subject_name), (fact.object, fact.object_name)]
        sides = [ends[::-1] if slot.get("inverse") else ends, *([ends[::-1]] if slot.get("mutual") else [])]
        for (holder, _), (filler, filler_name) in sides:
            slots.append(
                Slot(
                    name, holder, filler, filler_name, bool(slot.get("fixed")), float(slot["sure"]),
                    lemma in slot.get("begins", ()), bool(slot.get("yearly")),
                )
            )  # fmt: skip
    return slots


def _statement_key(fact: Stated) -> tuple[str, str, str]:
    """The ends of a fact and what it says of them; of what is mutual in one order, and no friendship for a couple."""
    mutual = _mutual().get(fact.lemma.lower())
    if mutual is None:
        return fact.subject, fact.object, fact.type
    return min(fact.subject, fact.object), max(fact.subject, fact.object), mutual


def _differ(before: Slot, after: Slot) -> bool:
    """Whether two values exclude each other, the later told last: a town and its country do not, nor does a name within
    the other. Of amounts only two exact ones of one unit do, of days that come every year two of different days.

    A town and a province do not, for it may lie there, unless somebody moved to it since.
    """
    if before.filler == after.filler:
        return False
    if is_amount(before.filler_name) or is_amount(after.filler_name):
        return exclude(before.filler_name, after.filler_name)
    names = [before.filler_name.lower(), after.filler_name.lower()]
    if before.yearly:
        days = [_DAY.search(name) for name in names]
        return all(days) and len({day[0] for day in days if day}) == len(days)
    if names[0] in names[1] or names[1] in names[0] or _differ_in_kind(names, "wide"):
        return False
    return after.begins or not _differ_in_kind(names, "provinces")


def _differ_in_kind(names: Sequence[str], kind: str) -> bool:
    """Whether one of two places is of a kind and the other is not."""
    return len({name in _table()[kind] for name in names}) > 1


@cache
def _table() -> dict[str, Any]:
    held = json.loads((files("graph.insight.inference") / "functional.json").read_text("utf-8"))
    return {"slots": held["slots"], "wide": frozenset(held["wide"]), "provinces": frozenset(held["provinces"])}


@cache
def _mutual() -> dict[str, str]:
    """The relation of each lemma by which two are to each other what either is to the other."""
    return {lemma: name for name, slot in _slots().items() if slot.get("mutual") for lemma in slot["lemmas"]}


def _slots() -> dict[str, Any]:
    return _table()["slots"]
