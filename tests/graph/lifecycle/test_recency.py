"""The part of time halves in a week, is lifted by edits, and swings with the seasons where these count."""

from datetime import timedelta

import pytest

from graph.lifecycle.recency import time_part
from graph.settings import TimeSettings
from tests.graph.lifecycle.lives import NOW

DEFAULTS = TimeSettings()
UNMIXED = TimeSettings(edits_weight=0)


def part(settings: TimeSettings = UNMIXED, *, age: float = 0, edited: float | None = None, edits: int = 0) -> float:
    edited_at = None if edited is None else NOW - timedelta(days=edited)
    return time_part(NOW - timedelta(days=age), NOW, settings, edited_at=edited_at, edits=edits)


@pytest.mark.parametrize(
    ("age", "expected"), [(-5, 1), (0, 1), (7, 0.5), (14, 0.25), (21, 0.125), (60, 0.1), (9_999, 0.1)]
)
def test_it_halves_in_a_week_and_never_reaches_nothing(age: float, expected: float) -> None:
    assert part(age=age) == pytest.approx(expected)
    assert part(DEFAULTS, age=age) == pytest.approx(0.8 * expected)


def test_what_was_edited_is_as_young_as_its_last_words() -> None:
    assert part(age=400, edited=14) == pytest.approx(0.25)
    assert part(age=400, edited=7) == pytest.approx(0.65)
    assert part(age=400, edited=0) == 1


def test_the_number_of_edits_has_its_share() -> None:
    assert part(DEFAULTS, edits=9) == pytest.approx(1)
    assert part(DEFAULTS, edits=999) == pytest.approx(1)
    assert part(DEFAULTS, age=60, edits=9) == pytest.approx(0.8 * 0.1 + 0.2)


@pytest.mark.parametrize(("days", "same"), [(70, True), (70 + 3.5, False)])
def test_the_weekday_on_which_it_was_kept_lifts_it_where_seasons_count(days: float, same: bool) -> None:
    seasonal = TimeSettings(edits_weight=0, seasonal=True)
    assert part(seasonal, age=days) == pytest.approx(0.12 if same else 0.1, abs=0.001)
    assert part(UNMIXED, age=days) == pytest.approx(0.1)


def test_the_time_of_the_month_counts_where_it_is_asked_for() -> None:
    monthly = TimeSettings(edits_weight=0, seasonal=True, weekly=False, monthly=True)
    assert part(monthly, age=2 * 30.44) > part(monthly, age=2.5 * 30.44)
    neither = TimeSettings(edits_weight=0, seasonal=True, weekly=False)
    assert part(neither, age=70) == pytest.approx(0.1)
