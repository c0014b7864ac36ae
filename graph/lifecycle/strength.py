"""The strength of a memory: how likely it is still wanted for its age, its kind and its uses, from 1 down to 0.

It moves ranks and nothing else. Whether what a memory says is still true (validity), whether it is kept (retention) and
how sure we are of it (belief) are other questions, and no strength answers them.
"""

import math
from datetime import datetime
from typing import Final

from graph.lifecycle.recency import days_between, halved
from graph.model.memory import Memory
from graph.model.types import MemoryKind
from graph.settings import GraphSettings

DECAY: Final = -0.1542
"""The exponent of the forgetting curve: FSRS-6's default parameter w20, negative."""
FACTOR: Final = 0.9 ** (1 / DECAY) - 1
"""So scaled that after one stability nine of ten are remembered."""
_GAIN, _SATURATION, _SPACING = 1.8722, 0.1666, 0.796
"""FSRS-6's default parameters w8, w9, w10."""
_DIFFICULTY: Final = 5.0
"""Of 1 to 10; nobody says how hard a memory is."""
_USES_MOST: Final = 50
"""Uses that count; by then the stability is that of a lifetime."""
_MOST_DAYS: Final = 36_500.0
"""The longest stability, a hundred years, as in FSRS-6."""


def strength(memory: Memory, settings: GraphSettings, now: datetime, *, over: bool = False) -> float:
    """The strength of a memory now, by the curve that the settings name.

    Unless all fade alike, a task that is open has 1 whatever its age; one that is `over`, since a later memory says so,
    fades as what is of no kind.
    """
    since = memory.occurred_at or memory.created_at
    fading = settings.strength.fading
    if fading == "half_life":
        return halved(days_between(since, now), settings.half_life_days)
    if memory.kind is MemoryKind.TASK and not over:
        return 1.0
    days = half_life(memory.kind, settings)
    if fading == "by_kind":
        return halved(days_between(since, now), days)
    used = max(memory.last_used_at or since, since)
    stability = grown(stability_of(days), memory.use_count, days_between(since, used))
    return retrievability(days_between(used, now), stability)


def half_life(kind: MemoryKind | None, settings: GraphSettings) -> float:
    """Days after which a memory of a kind that fades has half its strength: a rule 365, one of no kind 30."""
    days = settings.strength
    prior = {
        MemoryKind.RULE: days.rule_days,
        MemoryKind.PROFILE: days.profile_days,
        MemoryKind.DECISION: days.decision_days,
        MemoryKind.PREFERENCE: days.preference_days,
        MemoryKind.INCIDENT: days.incident_days,
        MemoryKind.LEARNING: days.learning_days,
    }
    return max(settings.half_life_days, prior.get(kind, 0.0)) if kind is not None else settings.half_life_days


def retrievability(age_days: float, stability: float) -> float:
    """`R(t, S) = (1 + FACTOR × t / S)^DECAY`, with R(S, S) = 0.9.

    The forgetting curve of FSRS-6, a scheduler for spaced repetition whose parameters were fitted on the reviews of
    flash cards (open-spaced-repetition, py-fsrs 6.3). It falls fast at first and slowly later, as a power law.
    """
    return (1 + FACTOR * age_days / stability) ** DECAY


def stability_of(half_life_days: float) -> float:
    """The stability with which a memory has half its strength after so many days: for 30 days a third of a day."""
    return FACTOR * half_life_days / (0.5 ** (1 / DECAY) - 1)


def grown(stability: float, uses: int, days: float) -> float:
    """The stability after uses that are taken as evenly spread over some days; a use that comes late adds more.

    Each use: `S × (1 + e^w8 × (11 − D) × S^−w9 × (e^(w10 × (1 − R)) − 1))`, FSRS-6's rule for what was recalled. Ours
    keeps the number of uses and the last one, and not the time of each.
    """
    between = days / uses if uses else 0.0
    for _ in range(min(uses, _USES_MOST)):
        late = math.exp(_SPACING * (1 - retrievability(between, stability))) - 1
        stability *= 1 + math.exp(_GAIN) * (11 - _DIFFICULTY) * stability**-_SATURATION * late
    return min(stability, _MOST_DAYS)
