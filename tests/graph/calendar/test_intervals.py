"""Stretches of time by their ISO names, and how well they fit what is asked."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.lang.shared import dates
from graph.calendar.intervals import NEAR, fit, moment_stretch, stretch
from graph.model.reading.question import Period

MARCH = Period(words="March", since=datetime(2026, 3, 1, tzinfo=UTC), until=datetime(2026, 4, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    ("name", "since", "until"),
    [
        ("2026-03-05", "2026-03-05", "2026-03-06"),
        ("2026-W01", "2025-12-29", "2026-01-05"),
        ("2026-12", "2026-12-01", "2027-01-01"),
        ("2026-Q4", "2026-10-01", "2027-01-01"),
        ("2026", "2026-01-01", "2027-01-01"),
        ("1990s", "1990-01-01", "2000-01-01"),
        ("2026-06/2026-08", "2026-06-01", "2026-09-01"),
        ("1801/1900", "1801-01-01", "1901-01-01"),
    ],
)
def test_a_name_means_a_stretch_of_time(name: str, since: str, until: str) -> None:
    interval = stretch(name)
    assert interval is not None
    assert [at.date().isoformat() for at in interval] == [since, until]
    assert stretch(name.lower()) == interval


@pytest.mark.parametrize("name", ["", "15:00", "Ada", "2026-13", "2026-02-30", "2026-W60", "2026-08/2026-06", "9999"])
def test_what_is_no_such_name_means_nothing(name: str) -> None:
    assert stretch(name) is None


@given(st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1)))
def test_every_date_that_memories_tell_has_a_stretch_that_begins_where_it_begins(at: datetime) -> None:
    zone = ZoneInfo("Asia/Tokyo")
    day = at.date()
    for period in (
        dates.day(day, zone), dates.week(day, zone), dates.weekend(day, zone), dates.month(at.year, at.month, zone),
        dates.quarter(at.year, 2, zone), dates.year(at.year, zone), dates.decade(at.year // 10 * 10, zone),
        dates.part_of_month(at.year, at.month, "mid", zone), dates.fiscal(at.year, zone),
        dates.minute(at.replace(tzinfo=zone)),
    ):  # fmt: skip
        interval = stretch(period.name, zone)
        assert interval is not None, period
        assert interval[0] == period.start


def test_inside_fits_better_than_near_and_near_better_than_far() -> None:
    def at(month: int, day: int) -> float:
        return fit(moment_stretch(datetime(2026, month, day, tzinfo=UTC)), MARCH)

    assert at(3, 1) == at(3, 31) == 1
    assert 1 > NEAR >= at(4, 1) > at(4, 20) > at(6, 1) > at(12, 1) >= 0


def test_a_longer_time_fits_by_its_share_inside() -> None:
    quarter, year = stretch("2026-Q1"), stretch("2026")
    assert quarter is not None
    assert year is not None
    assert 1 > fit(quarter, MARCH) > fit(year, MARCH) > 0


def test_an_open_period_fits_all_that_lies_on_its_side() -> None:
    since = Period(words="since March", since=MARCH.since)
    assert fit(moment_stretch(datetime(2030, 1, 1, tzinfo=UTC)), since) == 1
    assert fit(moment_stretch(datetime(2026, 2, 27, tzinfo=UTC)), since) < NEAR


@given(st.datetimes(datetime(1, 1, 1), datetime(9998, 1, 1)), st.timedeltas(timedelta(seconds=1), timedelta(days=9000)))
def test_a_fit_is_always_a_share(start: datetime, length: timedelta) -> None:
    interval = (start.replace(tzinfo=UTC), (start + min(length, datetime(9999, 1, 1) - start)).replace(tzinfo=UTC))
    for period in (MARCH, Period(words="x", since=MARCH.since), Period(words="x", until=MARCH.until)):
        assert 0 <= fit(interval, period) <= 1
