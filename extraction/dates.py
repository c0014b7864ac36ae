"""Calendar periods with ISO names, so that equal dates told in any words or language meet in one node."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

SATURDAY = 5
LAST_YEAR = 9998
"""The last year a period may lie in: the one after it still needs a date."""


@dataclass(frozen=True, slots=True)
class Period:
    """A day, week, month, year or any run of days: an ISO 8601 name and the moment it begins.

    Names: "2022-01-21" day, "2022-W03" week, "2022-03" month, "2022-Q1" quarter, "2022" year, "1990s" decade,
    "2022-01-22/2022-01-23" run of days. `start` is zone-aware midnight of the first day.
    """

    name: str
    start: datetime


def day(at: date, zone: tzinfo) -> Period:
    """The one day."""
    return Period(f"{at.year:04d}-{at.month:02d}-{at.day:02d}", _midnight(at, zone))


def week(at: date, zone: tzinfo) -> Period:
    """The ISO week (Monday to Sunday) that holds a day."""
    year_, number, weekday = at.isocalendar()
    return Period(f"{year_:04d}-W{number:02d}", _midnight(at - timedelta(days=weekday - 1), zone))


def weekend(at: date, zone: tzinfo) -> Period:
    """Saturday and Sunday of the ISO week that holds a day."""
    return span(at + timedelta(days=SATURDAY - at.weekday()), at + timedelta(days=SATURDAY + 1 - at.weekday()), zone)


def month(year_: int, month_: int, zone: tzinfo) -> Period:
    """A calendar month; months outside 1–12 count on into the years around."""
    first = shifted(date(year_, 1, 1), months=month_ - 1)
    return Period(f"{first.year:04d}-{first.month:02d}", _midnight(first, zone))


def quarter(year_: int, number: int, zone: tzinfo) -> Period:
    """A quarter of a calendar year, 1–4."""
    return Period(f"{year_:04d}-Q{number}", _midnight(date(year_, 3 * number - 2, 1), zone))


def year(year_: int, zone: tzinfo) -> Period:
    """A calendar year."""
    return Period(f"{year_:04d}", _midnight(date(year_, 1, 1), zone))


def decade(first_year: int, zone: tzinfo) -> Period:
    """The ten years that begin with a year such as 1990."""
    return Period(f"{first_year:04d}s", _midnight(date(first_year, 1, 1), zone))


def span(first: date, last: date, zone: tzinfo) -> Period:
    """A run of days, both ends in it."""
    return Period(f"{first.isoformat()}/{last.isoformat()}", _midnight(first, zone))


def shifted(at: date, *, days: int = 0, months: int = 0) -> date:
    """The day so many months and days away; a day the month lacks becomes its last.

    Raises ValueError outside of the years 1–9999.
    """
    ahead = at.year * 12 + at.month - 1 + months
    year_, month_ = divmod(ahead, 12)
    length = (date(year_ + month_ // 11, (month_ + 1) % 12 + 1, 1) - date(year_, month_ + 1, 1)).days
    return date(year_, month_ + 1, min(at.day, length)) + timedelta(days=days)


def valid(build: Callable[[], Period | None]) -> Period | None:
    """What `build` returns, or None when the calendar has no such day (31 February, year 0)."""
    try:
        return build()
    except (ValueError, OverflowError):
        return None


def _midnight(at: date, zone: tzinfo) -> datetime:
    if not 1 <= at.year <= LAST_YEAR:
        raise ValueError("the calendar has no such year")
    return datetime(at.year, at.month, at.day, tzinfo=zone)
