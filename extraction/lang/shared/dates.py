"""Calendar periods with ISO names, so that equal dates in any words or language are one node."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from typing import Final

SATURDAY = 5
LAST_YEAR = 9998
"""The last year of a period: the year after it must still be a `date`."""
_DAY_NAME: Final = re.compile(r"\d{4}-\d\d-\d\d")
_CLOCK_NAME: Final = re.compile(r"\d\d:\d\d")
_MINUTE_NAME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")
_HALF_A_YEAR: Final = 6
_TENTHS: Final = {"early": (1, 10), "mid": (11, 20), "late": (21, 31)}


@dataclass(frozen=True, slots=True)
class Period:
    """A period of the calendar or a time of day: an ISO 8601 name and the moment it begins.

    Names: "2022-01-21" day, "2022-W03" week (Monday to Sunday), "2022-03" month, "2022-Q1" quarter, "2022" year,
    "1990s" decade, "2022-01-22/2022-01-23" run of days, "1801/1900" run of years, "2022-01-21T15:00" minute, "15:00" a
    time of day without its day, "03-14" a day of every year. `start` is zone-aware: the first midnight, or the minute.
    """

    name: str
    start: datetime

    @property
    def is_day(self) -> bool:
        """Whether it is one day."""
        return bool(_DAY_NAME.fullmatch(self.name))

    @property
    def is_clock(self) -> bool:
        """Whether it is a time of day without a day."""
        return bool(_CLOCK_NAME.fullmatch(self.name))

    @property
    def is_minute(self) -> bool:
        """Whether it is a minute of a day."""
        return bool(_MINUTE_NAME.fullmatch(self.name))


def day(at: date, zone: tzinfo) -> Period:
    """A day."""
    return Period(f"{at.year:04d}-{at.month:02d}-{at.day:02d}", _midnight(at, zone))


def week(at: date, zone: tzinfo) -> Period:
    """The ISO week (Monday to Sunday) that holds a day."""
    year_, number, weekday = at.isocalendar()
    return Period(f"{year_:04d}-W{number:02d}", _midnight(at - timedelta(days=weekday - 1), zone))


def weekend(at: date, zone: tzinfo) -> Period:
    """Saturday and Sunday of the ISO week that holds a day."""
    return span(at + timedelta(days=SATURDAY - at.weekday()), at + timedelta(days=SATURDAY + 1 - at.weekday()), zone)


def month(year_: int, month_: int, zone: tzinfo) -> Period:
    """A calendar month; months outside 1–12 carry into the years before and after."""
    first = shifted(date(year_, 1, 1), months=month_ - 1)
    return Period(f"{first.year:04d}-{first.month:02d}", _midnight(first, zone))


def months(year_: int, first: int, last: int, zone: tzinfo) -> Period:
    """A run of months, both ends included; numbers outside 1–12 carry into the years before and after."""
    start = month(year_, first, zone)
    return Period(f"{start.name}/{month(year_, last, zone).name}", start.start)


def part_of_month(year_: int, month_: int, part: str, zone: tzinfo) -> Period:
    """Ten days for "early", "mid" and "late" (to the month's last day), the last day for "end".

    These are the Japanese 上旬, 中旬, 下旬 and 末; months outside 1–12 carry into the years before and after.
    """
    first = shifted(date(year_, 1, 1), months=month_ - 1)
    last = shifted(first, months=1) - timedelta(days=1)
    if part == "end":
        return day(last, zone)
    start, end = _TENTHS[part]
    return span(first.replace(day=start), first.replace(day=min(end, last.day)), zone)


def quarter(year_: int, number: int, zone: tzinfo) -> Period:
    """A quarter of a calendar year, 1–4; others carry into the years before and after."""
    ahead, number = divmod(number - 1, 4)
    return Period(f"{year_ + ahead:04d}-Q{number + 1}", _midnight(date(year_ + ahead, 3 * number + 1, 1), zone))


def half(year_: int, number: int, zone: tzinfo) -> Period:
    """The first or second half of a calendar year."""
    return months(year_, 6 * number - 5, 6 * number, zone)


def fiscal(year_: int, zone: tzinfo, *, number: int = 0) -> Period:
    """A Japanese fiscal year, April to March, or its first (1) or second (2) half."""
    first, last = {0: (4, 15), 1: (4, 9), 2: (10, 15)}[number]
    start = shifted(date(year_, 1, 1), months=first - 1)
    return span(start, shifted(date(year_, 1, 1), months=last) - timedelta(days=1), zone)


def year(year_: int, zone: tzinfo) -> Period:
    """A calendar year."""
    return Period(f"{year_:04d}", _midnight(date(year_, 1, 1), zone))


def years(first: int, last: int, zone: tzinfo) -> Period:
    """A run of years, both ends included. Raises ValueError when it runs backwards."""
    if last < first:
        raise ValueError("the years run backwards")
    return Period(f"{first:04d}/{last:04d}", _midnight(date(first, 1, 1), zone))


def century(number: int, zone: tzinfo) -> Period:
    """A century by its number: the 19th runs from 1801 to 1900."""
    return years(100 * number - 99, 100 * number, zone)


def decade(first_year: int, zone: tzinfo) -> Period:
    """The ten years that begin with a year such as 1990."""
    return Period(f"{first_year:04d}s", _midnight(date(first_year, 1, 1), zone))


def span(first: date, last: date, zone: tzinfo) -> Period:
    """A run of days, both ends included. Raises ValueError when it runs backwards."""
    if last < first:
        raise ValueError("the days run backwards")
    return Period(f"{first.isoformat()}/{last.isoformat()}", _midnight(first, zone))


def weekday_of_month(year_: int, month_: int, number: int, weekday: int, zone: tzinfo) -> Period:
    """The nth Monday (0) … Sunday (6) of a month, or its last one for number −1.

    Raises ValueError when the month has no fifth one.
    """
    first = shifted(date(year_, 1, 1), months=month_ - 1)
    last = shifted(first, months=1) - timedelta(days=1)
    if number < 0:
        return day(last - timedelta(days=(last.weekday() - weekday) % 7), zone)
    at = first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1))
    if at > last:
        raise ValueError("the month has no such day")
    return day(at, zone)


def clock(hour: int, minute: int, when: datetime) -> Period:
    """A time of day without a day; `start` lies on the day of `when`."""
    at = when.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return Period(f"{hour:02d}:{minute:02d}", at)


def minute(at: datetime) -> Period:
    """The minute of a moment, in the moment's own zone."""
    at = at.replace(second=0, microsecond=0)
    return Period(f"{at.year:04d}-{at.month:02d}-{at.day:02d}T{at.hour:02d}:{at.minute:02d}", at)


def on_day(day_: Period, time: Period) -> Period:
    """A time of day on a day, or on that of a minute."""
    hour, minute_ = map(int, time.name.split(":"))
    return minute(day_.start.replace(hour=hour, minute=minute_))


def yearless_day(month_: int, day_: int, when: datetime, side: int, *, weekday: int | None = None) -> Period:
    """A day of a month without a year: the last one before `when` (side −1), the next (1), or the nearest (0).

    `weekday` (Monday is 0), where it is told, leaves of the years around those in which it is the day.

    Raises ValueError when the calendar has no such day.
    """
    options = list(_existing((year_, month_, day_) for year_ in range(when.year - 1, when.year + 2)))
    # The next but one leap day lies up to eight years away, over 1900 or 2100.
    options = options or list(_existing((year_, month_, day_) for year_ in range(when.year - 8, when.year + 9)))
    fitting = [at for at in options if at.weekday() == weekday]
    if fitting:
        return day(_chosen(fitting, when.date(), 0), _zone(when))
    return day(_chosen(options, when.date(), side), _zone(when))


def every_year(month_: int, day_: int, when: datetime) -> Period:
    """A day of every year, as a birthday is; `start` lies in the year that brings it nearest to `when`."""
    return Period(f"{month_:02d}-{day_:02d}", yearless_day(month_, day_, when, 0).start)


def day_of_month(number: int, when: datetime, side: int, *, weekday: int | None = None) -> Period:
    """A day given by its number alone, in the month that `side` selects (see `yearless_day`).

    With a weekday it lies in a month where both agree: a Friday the 13th. Raises ValueError where no month around has
    it.
    """
    month_offsets = range(-2, 3) if weekday is None else range(-6, 7)
    around = [shifted(when.date().replace(day=1), months=steps) for steps in month_offsets]
    options = [
        at
        for at in _existing((at.year, at.month, number) for at in around)
        if weekday is None or at.weekday() == weekday
    ]
    return day(_chosen(options, when.date(), side), _zone(when))


def yearless_month(month_: int, when: datetime, side: int, *, soon: bool = False) -> Period:
    """A month without a year, by `side` (see `yearless_day`); the present month lies on either side.

    `soon`: without a side, a month six months away is the one ahead, though months differ in length.
    """
    options = [date(year_, month_, 1) for year_ in (when.year - 1, when.year, when.year + 1)]
    if soon and not side and abs(month_ - when.month) == _HALF_A_YEAR:
        side = 1
    chosen = _chosen(options, when.date().replace(day=1), side)
    return month(chosen.year, chosen.month, _zone(when))


def weekday_near(weekday: int, when: datetime, side: int) -> Period:
    """The last such weekday before the day (−1), the next from it on (0), or the next after it (1)."""
    ahead = (weekday - when.weekday()) % 7
    ahead = ahead - 7 if side < 0 else ahead or 7 * side
    return day(when.date() + timedelta(days=ahead), _zone(when))


def weekday_of_week(weekday: int, when: datetime, weeks: int) -> Period:
    """A weekday of the ISO week that lies so many weeks away."""
    return day(when.date() + timedelta(days=weekday - when.weekday(), weeks=weeks), _zone(when))


def shifted(at: date, *, days: int = 0, months: int = 0) -> date:
    """The date so many months and days away; a day that the month lacks becomes its last.

    Raises ValueError outside of the years 1–9999.
    """
    ahead = at.year * 12 + at.month - 1 + months
    year_, month_ = divmod(ahead, 12)
    length = (date(year_ + month_ // 11, (month_ + 1) % 12 + 1, 1) - date(year_, month_ + 1, 1)).days
    return date(year_, month_ + 1, min(at.day, length)) + timedelta(days=days)


def away(when: datetime, unit: str, steps: int) -> Period:
    """The period of a unit that lies so many units away, named at that unit's precision.

    Units: second, minute, hour (named by the minute), day, week, weekend, month, quarter, year, decade. Raises
    ValueError outside of the calendar.
    """
    zone, today = _zone(when), when.date()
    if unit in ("second", "minute", "hour"):
        return minute(when + timedelta(**{unit + "s": steps}))
    builders: dict[str, Callable[[], Period]] = {
        "day": lambda: day(today + timedelta(days=steps), zone),
        "week": lambda: week(today + timedelta(weeks=steps), zone),
        "weekend": lambda: weekend(today + timedelta(weeks=steps), zone),
        "month": lambda: month(when.year, when.month + steps, zone),
        "quarter": lambda: quarter(when.year, (when.month + 2) // 3 + steps, zone),
        "year": lambda: year(when.year + steps, zone),
        "decade": lambda: decade(when.year // 10 * 10 + 10 * steps, zone),
    }
    return builders[unit]()


def valid(build: Callable[[], Period | None]) -> Period | None:
    """The result of `build`, None for a day that does not exist (31 February) or an unknown word (二三十, ſunday)."""
    try:
        return build()
    except (ValueError, OverflowError, LookupError):
        return None


def _existing(days: Iterator[tuple[int, int, int]]) -> Iterator[date]:
    """The days that the calendar has."""
    for year_, month_, day_ in days:
        try:
            yield date(year_, month_, day_)
        except ValueError:
            continue


def _chosen(options: Sequence[date], today: date, side: int) -> date:
    """The option nearest to today on the given side, of two equally near the later. Raises ValueError for none."""
    if not options:
        raise ValueError("the calendar has no such day")
    on_side = [at for at in options if (at - today).days * side >= 0]
    return min(on_side or options, key=lambda at: (abs((at - today).days), at < today))


def _zone(when: datetime) -> tzinfo:
    zone = when.tzinfo
    if zone is None:
        raise ValueError("the moment that dates count from has no time zone")
    return zone


def _midnight(at: date, zone: tzinfo) -> datetime:
    if not 1 <= at.year <= LAST_YEAR:
        raise ValueError("the calendar has no such year")
    return datetime(at.year, at.month, at.day, tzinfo=zone)
