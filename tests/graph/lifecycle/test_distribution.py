"""Every importance has one bucket, one level and one trend, and many have a mean, a median and a deviation."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.lifecycle.content import content_of
from graph.lifecycle.distribution import bucket_of, level_of, spread
from graph.lifecycle.importance import ANY_MEMORY, Life, aged
from graph.lifecycle.reasons import reasons
from graph.lifecycle.ties import Ties
from graph.lifecycle.trend import change, trend_of
from graph.model.importance import Bucket, Level, Trend, UseKind
from graph.settings import LevelSettings
from tests.graph.lifecycle.lives import DEFAULTS, NOW, used

LEVELS = LevelSettings()


@pytest.mark.parametrize(
    ("score", "bucket", "level"),
    [
        (10, Bucket.CRITICAL, Level.HIGH),
        (9, Bucket.CRITICAL, Level.HIGH),
        (8.95, Bucket.HIGH, Level.HIGH),
        (7.99, Bucket.HIGH, Level.MEDIUM),
        (6.95, Bucket.MEDIUM, Level.MEDIUM),
        (4, Bucket.MEDIUM, Level.LOW),
        (3.95, Bucket.LOW, Level.LOW),
        (1.9, Bucket.LOW, Level.NEGLIGIBLE),
        (0.95, Bucket.MINIMAL, Level.ARCHIVE),
        (0, Bucket.MINIMAL, Level.ARCHIVE),
    ],
)
def test_a_score_has_a_bucket_and_a_level(score: float, bucket: Bucket, level: Level) -> None:
    assert (bucket_of(score, LEVELS), level_of(score, LEVELS)) == (bucket, level)


@given(st.floats(0, 10), st.floats(0, 10))
def test_what_matters_more_is_in_no_lower_bucket_or_level(one: float, other: float) -> None:
    low, high = sorted((one, other))
    buckets, levels = list(Bucket), list(Level)
    assert buckets.index(bucket_of(high, LEVELS)) <= buckets.index(bucket_of(low, LEVELS))
    assert levels.index(level_of(high, LEVELS)) <= levels.index(level_of(low, LEVELS))


def test_the_middle_and_the_spread_of_many() -> None:
    assert spread([2, 4, 4, 6]) == (4, 4, 1.414)
    assert spread([7]) == (7, 7, 0)
    assert spread([]) == (0, 0, 0)


@pytest.mark.parametrize(
    ("life", "trend"),
    [
        (Life(kept_at=NOW - timedelta(days=60)), Trend.STABLE),
        (Life(kept_at=NOW - timedelta(days=10)), Trend.DECLINING),
        (Life(kept_at=NOW), Trend.STABLE),
        (Life(kept_at=NOW - timedelta(days=60), uses=(used(UseKind.VIEW, 10, days_ago=2),)), Trend.RISING),
        (Life(kept_at=NOW - timedelta(days=60), uses=(used(UseKind.VIEW, 10, days_ago=20),)), Trend.STABLE),
        (Life(kept_at=NOW - timedelta(days=60), uses=(used(UseKind.VIEW, 10, days_ago=33),)), Trend.DECLINING),
        (
            Life(
                kept_at=NOW - timedelta(days=60),
                edited_at=NOW - timedelta(days=1),
                edits=1,
                uses=(used(UseKind.EDIT, 1, days_ago=1),),
            ),
            Trend.RISING,
        ),
    ],
)
def test_a_memory_rises_or_declines_by_its_age_edits_and_uses(life: Life, trend: Trend) -> None:
    weight = aged(0.5, 0.2, life, NOW, DEFAULTS)
    assert trend_of(change(weight, life, NOW, DEFAULTS, ANY_MEMORY), LEVELS) is trend


@pytest.mark.parametrize(
    ("text", "life", "ties", "repeats", "expected"),
    [
        ("TODO x", Life(kept_at=NOW), Ties(), False, {"marked_words", "recently_kept", "never_used", "very_short"}),
        ("x" * 500, Life(kept_at=NOW - timedelta(days=90)), Ties(), True, {"old", "never_used", "repeats_another"}),
        (
            "# A\n- b\n" + "x" * 100,
            Life(
                kept_at=NOW - timedelta(days=90), edited_at=NOW, rating=5, uses=(used(UseKind.VIEW, 30),)
            ),
            Ties(leads_to=9, led_from=9, addresses=9),
            False,
            {
                "high_access_frequency", "many_internal_links", "many_external_links", "many_back_links",
                "recent_updates", "structured", "rated_high",
            },
        ),
    ],
)  # fmt: skip
def test_reasons_name_what_stands_out(text: str, life: Life, ties: Ties, repeats: bool, expected: set[str]) -> None:
    content = content_of(text, DEFAULTS.content, repeats=repeats)
    weight = aged(content.value(DEFAULTS.content), 0.5, life, NOW, DEFAULTS)
    assert set(reasons(weight, content, life, ties, NOW, DEFAULTS)) == expected
