"""A moment has the day of whoever told it."""

import time
from collections.abc import Generator
from datetime import UTC, datetime, timedelta, timezone

import pytest

from graph.calendar.zones import at_offset, author_time, in_utc, local, offset_of
from graph.errors import Invalid
from graph.intake.checks import checked, content_hash
from graph.model.draft import Draft

MORNING = datetime(2026, 5, 2, 8, tzinfo=timezone(timedelta(hours=9)))
SAME = datetime(2026, 5, 1, 23, tzinfo=UTC)


@pytest.fixture
def machine_in_osaka(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        yield
    time.tzset()


def test_a_time_that_tells_its_zone_keeps_it() -> None:
    assert author_time("occurred_at", MORNING, "Europe/Paris") == MORNING
    assert author_time("occurred_at", MORNING, "Europe/Paris").date().day == 2  # type: ignore[union-attr]


def test_a_time_in_utc_as_programs_send_it_is_of_the_zone_in_the_settings() -> None:
    assert author_time("occurred_at", SAME, "Asia/Tokyo").isoformat() == MORNING.isoformat()  # type: ignore[union-attr]


def test_without_a_setting_days_begin_where_the_machine_is(machine_in_osaka: None) -> None:
    assert author_time("occurred_at", SAME, None).isoformat() == MORNING.isoformat()  # type: ignore[union-attr]
    assert local(SAME, None).date().day == 2


@pytest.fixture
def machine_in_berlin(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Europe/Berlin")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize("zone", [None, "Europe/Berlin"])
def test_winter_days_begin_at_midnight_though_it_is_summer_now(machine_in_berlin: None, zone: str | None) -> None:
    now = local(datetime(2026, 7, 15, 8, tzinfo=UTC), zone)
    assert now.isoformat() == "2026-07-15T10:00:00+02:00"
    assert datetime(2026, 1, 1, tzinfo=now.tzinfo).astimezone(UTC) == datetime(2025, 12, 31, 23, tzinfo=UTC)


@pytest.mark.parametrize("zone", [None, "Europe/Berlin"])
@pytest.mark.parametrize(("hour", "shown"), [(0, "02:30:00+02:00"), (1, "02:30:00+01:00"), (2, "03:30:00+01:00")])
def test_the_hour_that_comes_twice_is_told_apart(
    machine_in_berlin: None, zone: str | None, hour: int, shown: str
) -> None:
    moment = datetime(2026, 10, 25, hour, 30, tzinfo=UTC)
    assert local(moment, zone).isoformat() == f"2026-10-25T{shown}"
    assert local(moment, zone).astimezone(UTC) == moment


def test_a_time_without_a_zone_is_that_of_the_settings_and_as_a_bound_of_a_search_refused() -> None:
    assert str(author_time("occurred_at", datetime(2026, 5, 2), "Asia/Tokyo")) == "2026-05-02 00:00:00+09:00"
    with pytest.raises(Invalid, match="names no zone"):
        in_utc("since", datetime(2026, 5, 2))


@pytest.mark.parametrize("moment", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
def test_the_ends_of_the_calendar_are_no_error(moment: datetime, zone: str) -> None:
    assert author_time("created_at", moment, zone) == moment


@pytest.mark.parametrize("moment", [MORNING, SAME, datetime(1880, 1, 1, tzinfo=timezone(timedelta(seconds=-17762)))])
def test_what_is_kept_of_a_clock_brings_it_back(moment: datetime) -> None:
    assert at_offset(moment.astimezone(UTC), offset_of(moment)).isoformat() == moment.isoformat()


def test_the_same_moment_told_by_two_clocks_is_one_memory() -> None:
    drafts = [checked(Draft(text="Hello.", occurred_at=when), zone="UTC") for when in (MORNING, SAME)]
    assert len({content_hash(draft) for draft in drafts}) == 1
