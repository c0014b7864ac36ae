"""Why a memory matters as much as it does, as short names of what stands out."""

from datetime import datetime

from graph.lifecycle.content import Content
from graph.lifecycle.importance import Importance, Life
from graph.lifecycle.recency import days_between
from graph.lifecycle.ties import Ties
from graph.settings import ImportanceSettings

_MUCH = 0.5
"""A part that has this much of what it can have stands out."""
_MANY_POINTS = 0.3
"""Ties of one kind that fill this share of the relation part are many."""
_GOOD_RATING, _BAD_RATING = 4, 1


def reasons(
    weight: Importance, content: Content, life: Life, ties: Ties, now: datetime, settings: ImportanceSettings
) -> tuple[str, ...]:
    """What stands out in the importance of a memory: `("high_access_frequency", "many_internal_links")`."""
    full, relation, time = settings.relation.points_full, settings.relation, settings.time
    many = _MANY_POINTS * full
    lately = days_between(life.edited_at, now) <= time.edit_days if life.edited_at is not None else False
    rating = life.rating
    signs = {
        "high_access_frequency": weight.access >= _MUCH,
        "many_internal_links": relation.internal * ties.internal >= many,
        "many_external_links": relation.external * ties.addresses >= many,
        "many_back_links": relation.back * ties.led_from >= many,
        "recent_updates": lately,
        "recently_kept": not lately and days_between(life.kept_at, now) <= time.edit_days,
        "marked_words": content.keywords > 0,
        "structured": content.structure >= _MANY_POINTS,
        "on_topic": content.topic > 1,
        "glad": content.mood > 1,
        "sad": content.mood < 1,
        "rated_high": rating is not None and rating >= _GOOD_RATING,
        "rated_low": rating is not None and rating <= _BAD_RATING,
        "repeats_another": content.uniqueness < 1,
        "very_short": content.length < _MUCH,
        "old": not lately and days_between(life.edited_at or life.kept_at, now) > 2 * time.half_life_days,
        "never_used": not life.uses,
    }
    return tuple(name for name, stands in signs.items() if stands)
