"""What a rotation does with each memory, and why: a function of what is known of the memories, the settings, the time.

First what stays, then what is archived, as in: pinned → stays; importance 1.4, untouched for 9 days → archived as
`low_importance`. Where too much is kept, the least important of the rest go until enough is gone.
"""

import heapq
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from graph.lifecycle.rotation_values import Action, RotationDecision, Trigger
from graph.rotation_settings import RotationSettings

DAY_S: Final = 86_400.0
LOW: Final = "low_importance"
"""The rule under which what hardly matters is archived: of that alone deletion is a matter of course."""
KEPT_REASONS: Final = ("pinned", "bookmarked", "decision", "important", "recent", "open_commitment")
"""Why a memory stays though a trigger would archive it."""
NO_RULE: Final = "no_rule"
IN_ARCHIVE: Final = "in_archive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """What the rules know of a memory. `touched_at`: when it was kept, changed or used last, in seconds since 1970."""

    memory_id: str
    title: str
    importance: float
    touched_at: float
    characters: int
    pinned: bool = False
    bookmarked: bool = False
    labels: Collection[str] = ()
    archived_at: float | None = None
    archived_by_rotation: bool = False
    rule: str | None = None


def planned(
    candidates: Iterable[Candidate],
    settings: RotationSettings,
    triggers: Collection[Trigger],
    low: float,
    now: datetime,
    *,
    committed: Collection[str] = (),
) -> list[RotationDecision]:
    """A decision for each candidate, in their order. `committed` are the ids of those with open commitments.

    `low` is the importance from which on a memory is of the level low (`ImportanceSettings.levels`).
    """
    at = now.timestamp()
    known = list(candidates)
    important = _important(known, settings)
    decisions = [_decided(each, settings, triggers, low, at, important, committed) for each in known]
    if Trigger.SIZE in triggers and settings.size.enabled:
        _make_room(known, decisions, settings, at, committed)
    return decisions


def _important(candidates: Iterable[Candidate], settings: RotationSettings) -> Collection[str]:
    """The ids of those that stay for their importance: no more than the settings allow, the most important."""
    preserve = settings.preserve
    pairs = [
        (each.importance, each.memory_id)
        for each in candidates
        if each.archived_at is None and each.importance >= preserve.importance
    ]
    if preserve.importance_most is not None:
        pairs = heapq.nlargest(preserve.importance_most, pairs)
    return {identity for _, identity in pairs}


def _decided(
    candidate: Candidate,
    settings: RotationSettings,
    triggers: Collection[Trigger],
    low: float,
    at: float,
    important: Collection[str],
    committed: Collection[str],
) -> RotationDecision:
    if candidate.archived_at is not None:
        return _of_archived(candidate, settings, at)
    age = max(0.0, at - candidate.touched_at) / DAY_S
    kept = _stays(candidate, settings, age, low, important)
    if kept is not None:
        return _decision(candidate, Action.KEEP, kept, age)
    rule = _goes(candidate, settings, triggers, age)
    if rule is None:
        return _decision(candidate, Action.KEEP, NO_RULE, age)
    if candidate.memory_id in committed:
        return _decision(candidate, Action.KEEP, "open_commitment", age)
    return _decision(candidate, Action.ARCHIVE, rule, age)


def _stays(
    candidate: Candidate, settings: RotationSettings, age: float, low: float, important: Collection[str]
) -> str | None:
    """Why a memory stays, whatever trigger there is; None when nothing says so."""
    preserve = settings.preserve
    if candidate.pinned:
        return "pinned"
    if preserve.bookmarked and candidate.bookmarked:
        return "bookmarked"
    if preserve.decisions and any(label.casefold() in _labels(settings) for label in candidate.labels):
        return "decision"
    if candidate.memory_id in important:
        return "important"
    if age <= preserve.days and (preserve.recent_whatever or candidate.importance >= low):
        return "recent"
    return None


def _labels(settings: RotationSettings) -> Collection[str]:
    return {label.casefold() for label in settings.preserve.decision_labels}


def _goes(candidate: Candidate, settings: RotationSettings, triggers: Collection[Trigger], age: float) -> str | None:
    """By which rule a memory is archived; None when by none."""
    size, importance, by_age = settings.size, settings.importance, settings.age
    if Trigger.SIZE in triggers and size.enabled and candidate.characters > size.memory_characters_most:
        return "too_large"
    if (
        Trigger.IMPORTANCE in triggers
        and importance.enabled
        and candidate.importance < importance.below
        and age > importance.days
    ):
        return LOW
    if Trigger.AGE in triggers and by_age.enabled and age > by_age.days and _matters_little(candidate, settings):
        return LOW if candidate.importance < importance.below else "old"
    return None


def _matters_little(candidate: Candidate, settings: RotationSettings) -> bool:
    by_age = settings.age
    if by_age.medium == "below":
        return candidate.importance < by_age.below
    return by_age.range_low <= round(candidate.importance, 1) <= by_age.range_high


def _of_archived(candidate: Candidate, settings: RotationSettings, at: float) -> RotationDecision:
    """What becomes of a memory in the archive: what a person put away is never deleted by a rotation."""
    assert candidate.archived_at is not None
    age = max(0.0, at - candidate.archived_at) / DAY_S
    delete = settings.delete
    due = (
        delete.enabled
        and candidate.archived_by_rotation
        and age > delete.after_days
        and (candidate.rule == LOW or not delete.only_low)
    )
    if due and not candidate.pinned and not (settings.preserve.bookmarked and candidate.bookmarked):
        return _decision(candidate, Action.DELETE, "archived_long", age)
    return _decision(candidate, Action.KEEP, IN_ARCHIVE, age)


def _make_room(
    candidates: Sequence[Candidate],
    decisions: list[RotationDecision],
    settings: RotationSettings,
    at: float,
    committed: Collection[str],
) -> None:
    """Archives the least important of what no rule keeps while more is active than may be."""
    size = settings.size
    active = [
        (place, each)
        for place, each in enumerate(candidates)
        if each.archived_at is None and decisions[place].action is Action.KEEP
    ]
    number, characters = len(active), sum(each.characters for _, each in active)
    over_number = size.memories_most is not None and number > size.memories_most
    over_characters = size.characters_most is not None and characters > size.characters_most
    free = sorted(
        (each.importance, each.touched_at, each.memory_id, place)
        for place, each in active
        if decisions[place].reason == NO_RULE
    )
    for *_, place in free:
        enough_fewer = not over_number or number <= (size.memories_most or 0) * size.target_share
        enough_shorter = not over_characters or characters <= (size.characters_most or 0) * size.target_share
        if enough_fewer and enough_shorter:
            return
        each = candidates[place]
        if each.memory_id in committed:
            decisions[place] = replace(decisions[place], reason="open_commitment")
            continue
        age = max(0.0, at - each.touched_at) / DAY_S
        decisions[place] = _decision(each, Action.ARCHIVE, "over_the_bound", age)
        number -= 1
        characters -= each.characters


def _decision(candidate: Candidate, action: Action, reason: str, age: float) -> RotationDecision:
    return RotationDecision(
        memory_id=candidate.memory_id, title=candidate.title, action=action, reason=reason,
        importance=candidate.importance, age_days=round(age, 2), characters=candidate.characters,
    )  # fmt: skip
