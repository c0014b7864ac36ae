"""Importance is a sum whose parts can each be shown, stays within its bounds and never falls for mattering more."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from graph.lifecycle.importance import (
    PARTS,
    Bounds,
    Importance,
    Life,
    aged,
    cost_of_repeating,
    importance,
)
from graph.lifecycle.ties import Ties
from graph.model.importance import UseKind
from graph.settings import ContentSettings, ImportanceSettings, LevelSettings, WeightSettings
from tests.graph.lifecycle.lives import DEFAULTS, LIVES, NOW, TEXTS, TIES, used

EVERYTHING = "# Plan\n- TODO\n```\nmake\n```\nhttps://example.org " + "TODO call the office today. " * 35
SHARES = st.floats(0, 1)
WEIGHTS = st.builds(WeightSettings, **dict.fromkeys(PARTS, SHARES))
IMPORTANCES = st.builds(Importance, **dict.fromkeys(PARTS, SHARES))


def score(text: str = "x", life: Life | None = None, ties: Ties | None = None, *, repeats: bool = False) -> float:
    found = importance(text, life or Life(kept_at=NOW), ties or Ties(), NOW, DEFAULTS, repeats=repeats)
    return found.score(DEFAULTS)


@pytest.mark.parametrize(
    ("part", "points"), [("content", 4), ("time", 2), ("access", 2), ("relation", 1.5), ("user", 0.5)]
)
def test_the_weights_are_those_that_are_described(part: str, points: float) -> None:
    values = dict.fromkeys(PARTS, 0.0) | {part: 1.0}
    assert Importance(**values).score(DEFAULTS) == points
    assert Importance(**dict.fromkeys(PARTS, 1.0)).score(DEFAULTS) == 10


@given(TEXTS, LIVES, TIES, st.booleans(), WEIGHTS, st.floats(0.1, 10))
def test_whatever_a_memory_is_every_part_and_the_score_stay_within_their_bounds(
    text: str, life: Life, ties: Ties, repeats: bool, weights: WeightSettings, adjustment: float
) -> None:
    settings = ImportanceSettings(weights=weights, adjustment=adjustment)
    weight = importance(text, life, ties, NOW, settings, repeats=repeats)
    assert all(0 <= value <= 1 for value in weight.parts.values())
    assert 0 <= weight.score(settings) <= 10


@given(IMPORTANCES, st.sampled_from(PARTS), SHARES, st.floats(0, 0.5), st.floats(0.5, 1))
def test_more_of_any_part_never_matters_less_however_it_is_normalised(
    weight: Importance, part: str, more: float, low: float, high: float
) -> None:
    greater = replace(weight, **{part: max(getattr(weight, part), more)})
    for bounds in (Bounds(), Bounds(low=low, high=high)):
        assert greater.score(DEFAULTS, bounds) >= weight.score(DEFAULTS, bounds)


@given(LIVES, st.integers(0, 1000), st.integers(0, 1000))
def test_a_memory_that_nobody_touches_matters_less_day_by_day(life: Life, days: int, more: int) -> None:
    earlier, later = NOW + timedelta(days=days), NOW + timedelta(days=days + more)
    assert aged(0.5, 0.5, life, later, DEFAULTS).score(DEFAULTS) <= aged(0.5, 0.5, life, earlier, DEFAULTS).score(
        DEFAULTS
    )


@given(LIVES, TIES, st.integers(1, 100))
def test_more_uses_edits_ties_and_a_better_rating_never_matter_less(life: Life, ties: Ties, more: int) -> None:
    base = score(life=life, ties=ties)
    for kind in UseKind:
        assert score(life=replace(life, uses=(*life.uses, used(kind, more))), ties=ties) >= base
    assert score(life=replace(life, edits=life.edits + more), ties=ties) >= base
    assert score(life=replace(life, rating=5), ties=ties) >= base
    for field in Ties.__dataclass_fields__:
        assert score(life=life, ties=replace(ties, **{field: getattr(ties, field) + more})) >= base


def test_what_is_well_written_new_used_tied_and_rated_is_critical() -> None:
    life = Life(kept_at=NOW, edited_at=NOW, edits=9, rating=5, uses=(used(UseKind.VIEW, 30),))
    best = score(EVERYTHING, life, Ties(led_from=9))
    assert best >= 9
    assert score(EVERYTHING, replace(life, uses=()), Ties(led_from=9)) < 9
    assert score("ok", Life(kept_at=NOW - timedelta(days=400), rating=0)) < 2


def test_a_memory_that_was_rated_by_nobody_lies_between_the_best_and_the_worst() -> None:
    scores = [score(life=Life(kept_at=NOW, rating=rating)) for rating in (0, 2, None, 3, 5)]
    assert scores == sorted(scores)
    assert scores[-1] - scores[0] == pytest.approx(0.5)


def test_what_repeats_another_memory_matters_less_by_what_a_person_gives_back() -> None:
    cost = score(repeats=False) - score(repeats=True)
    assert round(cost, 3) == pytest.approx(cost_of_repeating(DEFAULTS)) == pytest.approx(0.4)


def test_the_adjustment_multiplies_the_whole_and_ten_is_the_most() -> None:
    weight = importance("Ada joined.", Life(kept_at=NOW), Ties(), NOW, ImportanceSettings(adjustment=1.5))
    plain = importance("Ada joined.", Life(kept_at=NOW), Ties(), NOW, DEFAULTS)
    assert weight.score(DEFAULTS) == pytest.approx(1.5 * plain.score(DEFAULTS), abs=0.001)
    assert replace(plain, adjustment=10.0).score(DEFAULTS) == 10


def test_between_the_least_and_the_most_important_of_a_user_scores_fill_the_scale() -> None:
    weights = [Importance(content=value, time=0.5, access=0.1, relation=0, user=0.5) for value in (0.2, 0.4, 0.6)]
    totals = [weight.total(DEFAULTS) for weight in weights]
    bounds = Bounds(low=min(totals), high=max(totals))
    assert [weight.score(DEFAULTS, bounds) for weight in weights] == [0, 5, 10]
    alone = Bounds(low=totals[0], high=totals[0])
    assert weights[0].score(DEFAULTS, alone) == 5


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: ContentSettings(chars_least=500, chars_best=100),
        lambda: ContentSettings(topics_least=5, topics_most=2),
        lambda: LevelSettings(low=6.0),
        lambda: LevelSettings(bucket_high=9.5),
        lambda: WeightSettings(content=-0.1),
    ],
)
def test_numbers_that_contradict_each_other_are_refused(wrong: object) -> None:
    with pytest.raises(ValidationError):
        wrong()  # type: ignore[operator]
