"""A time that is misread is worse than one that is refused."""

from contextlib import suppress
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.sources.times import day_comes_first, moment
from graph.errors import Invalid

TOKYO = ZoneInfo("Asia/Tokyo")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2026-06-01T10:15:00+02:00", "2026-06-01T10:15:00+02:00"),
        ("2026-06-01T10:15:00Z", "2026-06-01T10:15:00+00:00"),
        ("2026-06-01", "2026-06-01T00:00:00+09:00"),
        ("20260601", "2026-06-01T00:00:00+09:00"),
        (20260601, "2026-06-01T00:00:00+09:00"),
        ("2026/06/01 10:15", "2026-06-01T10:15:00+09:00"),
        ("2026/6/1(月) 10:15", "2026-06-01T10:15:00+09:00"),
        ("\uff12\uff10\uff12\uff16/06/01 10\uff1a15", "2026-06-01T10:15:00+09:00"),
        ("2026年6月1日", "2026-06-01T00:00:00+09:00"),
        ("2026年6月1日 午後3時5分", "2026-06-01T15:05:00+09:00"),
        ("29.12.2023, 22:42:04", "2023-12-29T22:42:04+09:00"),
        ("7:31 pm on 21 January, 2022", "2022-01-21T19:31:00+09:00"),
        ("12:05 am, 1 May 2026", "2026-05-01T00:05:00+09:00"),
        ("June 1st, 2026 10:15 PM", "2026-06-01T22:15:00+09:00"),
        ("Mon, 01 Jun 2026 10:00:00 -0700", "2026-06-01T10:00:00-07:00"),
        ("12/31/23, 10:15 PM", "2023-12-31T22:15:00+09:00"),
        ("31/12/2023, 10:15", "2023-12-31T10:15:00+09:00"),
        (1780000000, "2026-05-28T20:26:40+00:00"),
        (1780000000000, "2026-05-28T20:26:40+00:00"),
        (1780000000000000, "2026-05-28T20:26:40+00:00"),
        ("1780000000.5", "2026-05-28T20:26:40.500000+00:00"),
    ],
)
def test_a_time_is_understood_however_it_is_written(written: object, meant: str) -> None:
    read = moment(written, zone=TOKYO)
    assert read == datetime.fromisoformat(meant)
    assert read.tzinfo is not None


@pytest.mark.parametrize(
    "written",
    [
        *("soon", "", "10:15", "May 5th", "2026-13-01", "2026-02-30", "2026-06-01 nonsense", "13:05 pm on 1 May 2026"),
        *("2026/06/01 25:00", "2026/06/01 10:15 +9999", "0001-01-01", "9999-12-31"),
        *(True, None, float("nan"), float("inf"), 1e30, [2026]),
    ],
)
def test_what_is_no_time_is_refused(written: object) -> None:
    with pytest.raises(Invalid) as caught:
        moment(written, zone=TOKYO)
    assert caught.value.field == "occurred_at"
    assert "2026-06-01" in str(caught.value)


def test_a_date_whose_day_and_month_may_be_swapped_is_refused_unless_the_order_is_known() -> None:
    with pytest.raises(Invalid, match="told apart"):
        moment("01/02/2026", zone=UTC)
    assert moment("01/02/2026", zone=UTC, day_first=True).month == 2
    assert moment("01/02/2026", zone=UTC, day_first=False).month == 1
    assert moment("02/02/2026", zone=UTC).month == 2


def test_one_date_of_a_file_settles_the_order_for_all() -> None:
    assert day_comes_first([(1, 2), (13, 2)]) is True
    assert day_comes_first([(1, 2), (2, 13)]) is False
    assert day_comes_first([(1, 2)]) is None


def test_a_time_without_a_zone_is_this_machines_when_none_is_named() -> None:
    assert moment("2026-06-01 10:15", zone=None) == datetime(2026, 6, 1, 10, 15).astimezone()


def test_an_error_never_repeats_what_stood_in_the_file() -> None:
    with pytest.raises(Invalid) as caught:
        moment("secret words", zone=UTC)
    assert "secret" not in str(caught.value)


@given(st.text(max_size=40))
def test_any_text_is_a_time_or_invalid_and_nothing_else(text: str) -> None:
    with suppress(Invalid):
        assert moment(text, zone=TOKYO).tzinfo is not None


@given(st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(2200, 1, 1)))
def test_iso_times_survive_the_way_through_text(value: datetime) -> None:
    assert moment(value.isoformat(), zone=UTC) == value.replace(tzinfo=UTC)
