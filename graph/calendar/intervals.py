"""Time intervals: parsing ISO names ("2026-03", "2026-W12"), and how well an interval fits an asked period."""

import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from graph.model.reading.question import Period

Stretch = tuple[datetime, datetime]
"""From a moment to before another, both zone-aware."""

NEAR: Final = 0.5
"""The highest fit of an interval outside the asked period; inside it is 1."""
_DAY: Final = timedelta(days=1)
_OPEN_REACH: Final = timedelta(days=30)
_MOST_REACH: Final = timedelta(days=366)
_NAME: Final = re.compile(
    r"(?P<year>\d{4})(?:(?P<decade>s)|-q(?P<quarter>[1-4])|-w(?P<week>\d\d)"
    r"|-(?P<month>\d\d)(?:-(?P<day>\d\d)(?:t(?P<hour>\d\d):(?P<minute>\d\d))?)?)?"
)


def stretch(name: str, zone: tzinfo = UTC) -> Stretch | None:
    """The time that an ISO name means, as TimeUnit entities carry it, in a zone.

    Such as "2026-03", "2026-W12", "1990s", "2026-05/2026-07"; case does not matter. None for what is no such name, or a
    time of day whose day nobody told, or a day of every year ("03-14").
    """
    first, slash, last = name.lower().partition("/")
    first_stretch = _single(first, zone)
    if not slash or first_stretch is None:
        return first_stretch
    other = _single(last, zone)
    return (first_stretch[0], other[1]) if other is not None and other[1] > first_stretch[0] else None


def _single(name: str, zone: tzinfo) -> Stretch | None:
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    try:
        return _read(match, zone)
    except (ValueError, OverflowError):
        return None


def _read(match: re.Match[str], zone: tzinfo) -> Stretch:
    year = int(match["year"])
    if match["day"]:
        first = date(year, int(match["month"]), int(match["day"]))
        if match["hour"]:
            at = _midnight(first, zone).replace(hour=int(match["hour"]), minute=int(match["minute"]))
            return at, at + timedelta(minutes=1)
        return _midnight(first, zone), _midnight(first + _DAY, zone)
    if match["week"]:
        monday = date.fromisocalendar(year, int(match["week"]), 1)
        return _midnight(monday, zone), _midnight(monday + 7 * _DAY, zone)
    start, length = 0, 12
    if match["decade"]:
        length = 120
    elif match["quarter"]:
        start, length = 3 * int(match["quarter"]) - 3, 3
    elif match["month"]:
        start, length = int(match["month"]) - 1, 1
        date(year, start + 1, 1)
    return _midnight(_month(year, start), zone), _midnight(_month(year, start + length), zone)


def _month(year: int, month: int) -> date:
    return date(year + month // 12, month % 12 + 1, 1)


def _midnight(at: date, zone: tzinfo) -> datetime:
    return datetime(at.year, at.month, at.day, tzinfo=zone)


def reach(period: "Period") -> timedelta:
    """How far around a period "near" goes: as far as it is long, between a day and a year; 30 days when it is open."""
    if period.since is None or period.until is None:
        return _OPEN_REACH
    return min(max(period.until - period.since, _DAY), _MOST_REACH)


def fit(stretch: Stretch, period: "Period") -> float:
    """How well an interval fits a period, 0–1: inside 1; the share inside of a longer one; outside at most `NEAR`.

    Outside it halves with every `reach` of distance.
    """
    start, end = stretch
    since, until = period.since, period.until
    inside_from = max(start, since) if since else start
    inside_to = min(end, until) if until else end
    if inside_to > inside_from:
        return max((inside_to - inside_from) / (end - start), NEAR * 0.5)
    away = inside_from - inside_to
    return NEAR * 2.0 ** -min(away / reach(period), 60.0)


def moment_stretch(at: datetime) -> Stretch:
    """A moment as the shortest stretch there is."""
    return at, at + timedelta(microseconds=1)
