from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from extraction.lang.shared import dates


def test_equal_periods_have_equal_names_however_they_were_told() -> None:
    assert dates.month(2022, 14, UTC).name == dates.month(2023, 2, UTC).name == "2023-02"
    assert dates.week(date(2022, 1, 1), UTC).name == "2021-W52"


@pytest.mark.parametrize(
    ("at", "months", "there"),
    [
        (date(2022, 1, 31), 1, date(2022, 2, 28)),
        (date(2024, 1, 31), 1, date(2024, 2, 29)),
        (date(2022, 3, 31), -1, date(2022, 2, 28)),
        (date(2022, 11, 15), 2, date(2023, 1, 15)),
        (date(2022, 12, 31), 0, date(2022, 12, 31)),
        (date(2022, 1, 15), -13, date(2020, 12, 15)),
    ],
)
def test_months_away_a_missing_day_becomes_the_last(at: date, months: int, there: date) -> None:
    assert dates.shifted(at, months=months) == there


def test_a_period_starts_in_the_zone_it_is_told_in() -> None:
    tokyo = timezone(timedelta(hours=9))
    assert dates.day(date(2022, 1, 21), tokyo).start == datetime(2022, 1, 20, 15, tzinfo=UTC)


def test_days_the_calendar_lacks_are_none() -> None:
    assert dates.valid(lambda: dates.day(date(2022, 2, 30), UTC)) is None
    assert dates.valid(lambda: dates.year(0, UTC)) is None
    assert dates.valid(lambda: dates.year(9999, UTC)) is None
    assert dates.valid(lambda: dates.year(2022, UTC)) is not None


def test_a_weekend_is_the_two_days_that_end_its_week() -> None:
    assert dates.weekend(date(2022, 1, 17), UTC).name == "2022-01-22/2022-01-23"
    assert dates.weekend(date(2022, 1, 23), UTC).name == "2022-01-22/2022-01-23"
