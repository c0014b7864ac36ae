"""Hits are ranked by how well their times fit, and the dates that memories tell count as times."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.calendar.intervals import stretch
from graph.model.reading.question import Period
from graph.model.recalled import Hit
from graph.recall.ranking import by_signal
from graph.recall.temporal_mode import days_of, fitted, names_of
from graph.settings import GraphSettings
from tests.graph.recall.test_ranking import candidate, memory, order

MARCH = Period(words="March", since=datetime(2026, 3, 1, tzinfo=UTC), until=datetime(2026, 4, 1, tzinfo=UTC))
ONLY = Period(words="March", since=MARCH.since, until=MARCH.until, only=True)


def at(month: int, day: int = 15) -> datetime:
    return datetime(2026, month, day, tzinfo=UTC)


def hits(**created: datetime) -> list[Hit]:
    made = [candidate(name, words=1.0, memory=memory(name, created_at=when)) for name, when in created.items()]
    return by_signal(made, "words", GraphSettings())


def test_of_equal_hits_the_one_inside_comes_before_the_near_one_and_that_before_the_far_one() -> None:
    ranked, inside = fitted(hits(far=at(12), near=at(4), inside=at(3)), {}, MARCH, UTC, "en")
    assert order(ranked) == ["inside", "near", "far"]
    assert inside
    assert [hit.score for hit in ranked] == [round(hit.parts.time, 6) for hit in ranked]
    assert "lies in the time" in ranked[0].why
    assert "lies outside" in ranked[2].why


def test_a_date_that_a_memory_tells_counts_as_its_time() -> None:
    ranked, inside = fitted(hits(silent=at(12), tells=at(12)), {"tells": ["2026-03-08"]}, MARCH, UTC, "en")
    assert order(ranked) == ["tells", "silent"]
    assert inside


def test_what_happened_inside_comes_before_what_was_only_written_inside() -> None:
    written, happened = (
        candidate("w", words=1.0, memory=memory("w", created_at=at(3), occurred_at=at(1))),
        candidate("h", words=1.0, memory=memory("h", created_at=at(8), occurred_at=at(3))),
    )
    ranked, _ = fitted(by_signal([written, happened], "words", GraphSettings()), {}, MARCH, UTC, "en")
    assert order(ranked) == ["h", "w"]


def test_asked_for_the_time_alone_the_newest_inside_comes_first() -> None:
    ranked, _ = fitted(hits(first=at(3, 2), last=at(3, 30), middle=at(3, 9), after=at(4, 2)), {}, ONLY, UTC, "en")
    assert order(ranked) == ["last", "middle", "first", "after"]


def test_what_speaks_against_a_memory_does_not_lift_it_out_of_another_time() -> None:
    doubtful = [replace(hit, score=-0.2) for hit in hits(far=at(12), near=at(4), inside=at(3))]
    ranked, _ = fitted(doubtful, {}, MARCH, UTC, "en")
    assert order(ranked) == ["inside", "near", "far"]
    assert [hit.score for hit in ranked] == [round(-0.2 * hit.parts.time, 6) for hit in ranked]


@pytest.mark.parametrize(
    ("name", "shown"),
    [("2026-05-03", "2026-05-03"), ("2026-05", "2026-05-01 – 2026-05-31"), ("2026-05-03T10:00", "2026-05-03"),
     ("2026-05-03/2026-05-04", "2026-05-03 – 2026-05-04")],
)  # fmt: skip
def test_a_time_is_told_by_the_days_that_lie_in_it(name: str, shown: str) -> None:
    frame = stretch(name)
    assert frame is not None
    assert days_of(frame) == shown


def test_it_is_told_when_nothing_lies_inside() -> None:
    _, inside = fitted(hits(far=at(12)), {}, MARCH, UTC, "en")
    assert not inside


@given(st.datetimes(datetime(1950, 1, 1), datetime(2100, 1, 1)), st.integers(0, 4000))
def test_every_date_inside_a_time_is_looked_up_by_its_name(start: datetime, days: int) -> None:
    since = start.replace(tzinfo=UTC)
    until = datetime.fromordinal(since.toordinal() + days + 1).replace(tzinfo=UTC)
    prefixes, keys = names_of(since, until)
    year, month, day = since.year, since.month, since.day
    iso = since.isocalendar()
    for name in (
        f"{year:04d}-{month:02d}-{day:02d}", f"{year:04d}-{month:02d}", f"{year:04d}",
        f"{iso.year:04d}-W{iso.week:02d}", f"{year:04d}-Q{(month + 2) // 3}", f"{year // 10 * 10:04d}s",
        f"{until.year:04d}-{until.month:02d}-{until.day:02d}T08:30",
    ):  # fmt: skip
        assert stretch(name) is not None
        key = name.lower().replace("-", " ")
        assert key in keys or any(key.startswith(prefix) for prefix in prefixes), name
