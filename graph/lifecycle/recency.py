"""How the importance of a memory falls with its age and rises with its edits, computed when it is read."""

import math
from datetime import datetime

from graph.settings import TimeSettings

_DAY_S = 86_400
_WEEK_DAYS = 7
_MONTH_DAYS = 30.44


def time_part(
    kept_at: datetime, now: datetime, settings: TimeSettings, *, edited_at: datetime | None = None, edits: int = 0
) -> float:
    """`0.8 × min(1, max(0.1, 2^(−age / 7)) × 1.3 if edited lately) + 0.2 × min(1, log10(1 + edits))`.

    The age is counted from when the words were last changed, as a file's is from its last modification. Where seasons
    count, the first term is multiplied by up to `seasonal_boost` on the same weekday, or at the same time of the month.
    """
    age = days_between(edited_at or kept_at, now)
    decayed = max(settings.least, halved(age, settings.half_life_days))
    if edited_at is not None and age <= settings.edit_days:
        decayed *= settings.edit_boost
    if settings.seasonal:
        decayed *= 1 + (settings.seasonal_boost - 1) * season(kept_at, now, settings)
    frequency = min(1.0, math.log10(1 + max(0, edits)))
    return (1 - settings.edits_weight) * min(1.0, decayed) + settings.edits_weight * frequency


def season(kept_at: datetime, now: datetime, settings: TimeSettings) -> float:
    """How near now is to the time of week or month at which a memory was kept: 1 at the same, 0 at the opposite."""
    days = (now - kept_at).total_seconds() / _DAY_S
    periods = [_WEEK_DAYS] * settings.weekly + [_MONTH_DAYS] * settings.monthly
    return max(((1 + math.cos(2 * math.pi * days / period)) / 2 for period in periods), default=0.0)


def halved(age_days: float, half_life_days: float) -> float:
    """1 for a memory of this moment, halved every half-life: `2^(−age / half-life)`."""
    return math.pow(2, -age_days / half_life_days)


def days_between(earlier: datetime, later: datetime) -> float:
    """Days from one moment to another, 0 where that is not later."""
    return max(0.0, (later - earlier).total_seconds() / _DAY_S)
