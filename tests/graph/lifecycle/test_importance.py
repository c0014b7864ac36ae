"""Importance is a sum whose parts can each be shown, stays within its bounds and never falls for mattering more."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.lifecycle.importance import (
    KEYWORDS,
    REPEATED,
    Importance,
    content_part,
    importance,
    keyword_part,
    length_part,
    structure_part,
)

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)


def weight(text: str = "x", **changes: object) -> Importance:
    values: dict[str, object] = {"now": NOW, "created_at": NOW, "rating": None} | changes
    return importance(text, **values)  # type: ignore[arg-type]


def test_the_weights_are_those_that_are_told() -> None:
    assert Importance(content=1, time=1, access=1, relation=1, user=1).score == 10
    for part, share in (("content", 4), ("time", 2), ("access", 2), ("relation", 1.5), ("user", 0.5)):
        values = dict.fromkeys(("content", "time", "access", "relation", "user"), 0.0) | {part: 1.0}
        assert Importance(**values).score == share


@given(st.text(max_size=2000), st.integers(0, 5), st.floats(0, 1e6), st.integers(0, 1000), st.integers(-10, 10_000))
def test_every_part_stays_within_its_bounds(text: str, rating: int, uses: float, ties: int, days: int) -> None:
    found = weight(text, rating=rating, uses=uses, ties=ties, created_at=NOW - timedelta(days=days))
    assert all(0 <= getattr(found, part) <= 1 for part in ("content", "time", "access", "relation", "user"))
    assert 0 <= found.score <= 10


@pytest.mark.parametrize(
    ("characters", "expected"), [(0, 0), (25, 0.25), (50, 0.5), (1000, 1), (10_000, 0.7), (99_999, 0.7)]
)
def test_length_counts_most_at_a_thousand_characters(characters: int, expected: float) -> None:
    assert length_part("x" * characters) == pytest.approx(expected)
    assert length_part("あ" * (characters // 2)) == pytest.approx(expected, abs=0.02)


def test_structure_is_seen() -> None:
    assert structure_part("plain words") == 0
    assert structure_part("# Head\n- item\n`code` https://example.org") == pytest.approx((2 + 1.5 + 2.5 + 1.2) / 10)
    assert structure_part("- x\n" * 100) == 1


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_a_marked_word_weighs(keyword: str) -> None:
    assert keyword_part(f"{keyword} for all of us") > 0
    assert keyword_part("nothing here") == keyword_part("") == 0


def test_what_was_said_before_is_less_unique() -> None:
    assert content_part("Ada joined.", near_duplicate=True) == pytest.approx(content_part("Ada joined.") - 0.1)


def test_time_halves_in_a_week_and_never_reaches_nothing() -> None:
    assert weight(created_at=NOW - timedelta(days=7)).time == pytest.approx(0.5)
    assert weight(created_at=NOW - timedelta(days=9999)).time == 0.1
    assert weight(created_at=NOW + timedelta(days=5)).time == 1


def test_more_uses_ties_and_a_better_rating_never_weigh_less() -> None:
    for field, steps in (("uses", (0, 1, 5, 100)), ("ties", (0, 1, 5, 100)), ("rating", (0, 1, 5))):
        scores = [weight("x", **{field: step}).score for step in steps]
        assert scores == sorted(scores)


def test_what_repeats_another_memory_matters_less_by_what_a_person_gives_back() -> None:
    assert round(weight().score - weight(near_duplicate=True).score, 3) == REPEATED
