"""The strength of a memory falls along the chosen curve, slower for what is wanted for long and what is used."""

from dataclasses import replace
from datetime import timedelta
from typing import Literal

import pytest

from graph.lifecycle.strength import grown, half_life, retrievability, stability_of, strength
from graph.model.memory import Memory
from graph.model.types import MemoryKind, Status
from graph.settings import GraphSettings, StrengthSettings
from tests.graph.lifecycle.lives import NOW

KEPT = Memory(
    id="m", user_id="u", text="t", title="t", summary="", micro_summary="", language="en", status=Status.ACTIVE,
    pending=False, pinned=False, bookmarked=False, importance=5.0, created_at=NOW, updated_at=NOW,
)  # fmt: skip


def by(fading: Literal["half_life", "by_kind", "fsrs"]) -> GraphSettings:
    return GraphSettings(strength=StrengthSettings(fading=fading))


def aged(days: float, kind: MemoryKind | None = None, *, uses: int = 0, used: float = 0) -> Memory:
    """A memory of some days ago, used last so many days ago."""
    last = NOW - timedelta(days=used) if uses else None
    return replace(KEPT, created_at=NOW - timedelta(days=days), kind=kind, use_count=uses, last_used_at=last)


@pytest.mark.parametrize(("days", "expected"), [(-9, 1), (0, 1), (30, 0.5), (60, 0.25)])
def test_it_halves_with_every_half_life_whatever_the_kind(days: float, expected: float) -> None:
    for kind in (None, *MemoryKind):
        assert strength(aged(days, kind), by("half_life"), NOW) == pytest.approx(expected)


def test_the_time_a_memory_speaks_of_counts_before_the_time_it_was_kept() -> None:
    old = replace(KEPT, occurred_at=NOW - timedelta(days=30))
    assert strength(old, by("half_life"), NOW) == pytest.approx(0.5)


def test_each_kind_has_half_its_strength_after_its_own_days_on_either_curve() -> None:
    expected = {
        None: 30, MemoryKind.PREFERENCE: 180, MemoryKind.LEARNING: 180, MemoryKind.INCIDENT: 180,
        MemoryKind.RULE: 365, MemoryKind.PROFILE: 365, MemoryKind.DECISION: 365,
    }  # fmt: skip
    for kind, days in expected.items():
        assert strength(aged(days, kind), by("by_kind"), NOW) == pytest.approx(0.5)
        assert strength(aged(days, kind), by("fsrs"), NOW) == pytest.approx(0.5)
    assert half_life(MemoryKind.PREFERENCE, GraphSettings(half_life_days=900)) == 900


def test_an_open_task_does_not_fade_until_it_is_over() -> None:
    old = aged(4_000, MemoryKind.TASK)
    for settings in (by("by_kind"), by("fsrs")):
        assert strength(old, settings, NOW) == 1
        assert strength(old, settings, NOW, over=True) == strength(aged(4_000), settings, NOW) < 0.3


def test_nine_of_ten_are_remembered_after_one_stability_and_more_than_by_halving_after_long() -> None:
    for stability in (0.3, 10, 400):
        assert retrievability(stability, stability) == pytest.approx(0.9)
        assert retrievability(0, stability) == 1
    assert retrievability(30, stability_of(30)) == pytest.approx(0.5)
    assert retrievability(300, stability_of(30)) > 0.3 > 2**-10


# What `Scheduler()._next_recall_stability(difficulty=5, …)` of fsrs 6.3.2 returns for a review rated good.
@pytest.mark.parametrize(
    ("stability", "days", "expected"), [(1.0, 1.0, 4.2326), (10.0, 10.0, 32.0267), (10.0, 90.0, 80.8840)]
)
def test_a_use_grows_the_stability_as_a_review_of_the_reference_scheduler(
    stability: float, days: float, expected: float
) -> None:
    assert grown(stability, 1, days) == pytest.approx(expected, rel=1e-5)


def test_what_was_used_fades_slower_and_the_later_the_use_the_more() -> None:
    assert grown(1.0, 0, 50) == 1.0
    assert grown(1.0, 1, 50) > grown(1.0, 1, 1) > 1.0
    never, used = aged(90), aged(90, uses=3, used=30)
    assert strength(used, by("fsrs"), NOW) > strength(never, by("fsrs"), NOW)
    assert strength(used, by("by_kind"), NOW) == strength(never, by("by_kind"), NOW)
    assert grown(1.0, 10_000, 36_500) <= 36_500
