"""Whether a memory matters more or less than some days ago."""

from datetime import datetime, timedelta

from graph.lifecycle.importance import Bounds, Importance, Life, aged
from graph.model.importance import Trend
from graph.settings import ImportanceSettings, LevelSettings


def change(current: Importance, life: Life, now: datetime, settings: ImportanceSettings, bounds: Bounds) -> float:
    """The score now less that of `trend_days` ago, or of when it was kept.

    Both by the same formula, so that no history of scores is needed: what is compared are age, edits and uses. What the
    memory says and what ties it to others are taken as they are.
    """
    before = max(now - timedelta(days=settings.levels.trend_days), min(life.kept_at, now))
    earlier = aged(current.content, current.relation, life.at(before), before, settings)
    return round(current.score(settings, bounds) - earlier.score(settings, bounds), 3)


def trend_of(changed: float, settings: LevelSettings) -> Trend:
    """Rising or declining where it changed by at least `trend_least`."""
    if abs(changed) < settings.trend_least or changed == 0:
        return Trend.STABLE
    return Trend.RISING if changed > 0 else Trend.DECLINING
