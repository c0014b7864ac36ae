"""Parses a time as files write it: ISO 8601, a number since 1970, or a date in English or Japanese."""

import re
import unicodedata
from datetime import UTC, date, datetime, time, tzinfo
from email.utils import parsedate_to_datetime

from api import environment
from graph.errors import Invalid

FIELD = "occurred_at"
EXAMPLES = (
    "2026-06-01T10:15:00+09:00, 2026/06/01 10:15, 2026年6月1日, 令和8年6月1日, 7:31 pm on 21 January, 2022, "
    "seconds since 1970"
)

EARLIEST, LATEST = 1000, 9998
"""Years within which no change of zone can leave the calendar."""

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january",
            "feb february",
            "mar march",
            "apr april",
            "may",
            "jun june",
            "jul july",
            "aug august",
            "sep sept september",
            "oct october",
            "nov november",
            "dec december",
        ),
        start=1,
    )
    for name in names.split()
}

KANJI = "〇一二三四五六七八九"
KANJI_FIGURES = re.compile(rf"[{KANJI}]?十[{KANJI[1:]}]?(?=[年月日時分])|[{KANJI}]{{1,4}}(?=[年月日時分])")
RANGE = re.compile(r"\s*→\s*")
NUMBER = re.compile(r"\d{10}(?:\.\d+)?|\d{13}|\d{16}")
YEAR_FIRST = re.compile(r"\b(\d{4})([/.\-年])(\d{1,2})[/.\-月](\d{1,2})(?:日|\b)")
YEAR_LAST = re.compile(r"\b(\d{1,2})([/.\-])(\d{1,2})[/.\-](\d{4}|\d{2})\b")
ERA = re.compile(
    r"(令和|平成|昭和|大正|明治|\b[rhstm](?=\d))\s*(\d{1,2}|元)\s*([年/.\-])\s*(\d{1,2})\s*[月/.\-]\s*(\d{1,2})(?:\s*日|\b)"
)
ERAS = {"令和": 2018, "r": 2018, "平成": 1988, "h": 1988, "昭和": 1925, "s": 1925, "大正": 1911, "t": 1911,
        "明治": 1867, "m": 1867}  # fmt: skip
"""The year before the first of each Japanese era."""
DAY_MONTH = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?([a-z]{3,9})\.?,?\s+(\d{4})\b")
MONTH_DAY = re.compile(r"\b([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b")
CLOCK = re.compile(
    r"(?:(?P<half>午前|午後)\s*|\b)(?P<hour>\d{1,2})"
    r"(?::(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d+)?)?|時(?:(?P<minute2>\d{1,2})分)?(?:(?P<second2>\d{1,2})秒)?)"
    r"\s*(?P<noon>[ap]\.?m\b\.?)?"
)
ISO_HOUR = re.compile(r"\d{2}t\d{2}")
OFFSET = re.compile(r"(?:\b(utc|gmt|jst)|\bz\b|([+-])(\d{2}):?(\d{2}))\s*$")
MAIL = re.compile(r"(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(?::\d\d)? (?:[+-]\d{4}|GMT|UTC)")
FILLER = re.compile(
    r"\b(?:on|at|mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
    r"|[月火水木金土日](?:曜日?)?|[\s,()t]"
)


def moment(value: object, *, zone: tzinfo | None = None, day_first: bool | None = None) -> datetime:
    """A zone-aware time from what somebody writes: ISO 8601, a number since 1970, or a date in words or figures.

    Numbers count seconds, or milliseconds and microseconds from the size at which seconds would be absurd. A date
    alone means its midnight. Without a `zone` that of the settings counts. Raises Invalid when it is no time or
    when day and month cannot be told apart.
    """
    if isinstance(value, datetime):
        return in_zone(value, zone)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise _unreadable()
    if isinstance(value, int | float):
        return _from_number(value, zone)
    text = RANGE.split(unicodedata.normalize("NFKC", value), maxsplit=1)[0].strip()
    if NUMBER.fullmatch(text):
        return _from_number(float(text), zone)
    if text.isascii():
        try:
            return in_zone(parsedate_to_datetime(text) if MAIL.fullmatch(text) else datetime.fromisoformat(text), zone)
        except ValueError:
            pass  # written in another way, or no time at all: the words decide
    return _from_words(KANJI_FIGURES.sub(_figures, text.lower()), zone, day_first)


def _figures(match: re.Match[str]) -> str:
    """八 as 8, 二十三 as 23, 二〇二六 as 2026."""
    tens, ten, ones = match[0].rpartition("十")
    if not ten:
        return "".join(str(KANJI.index(character)) for character in ones)
    return str((KANJI.index(tens) if tens else 1) * 10 + (KANJI.index(ones) if ones else 0))


def has_clock_time(written: str) -> bool:
    """Whether a written time names a time of day (or is seconds since 1970), not a day alone."""
    text = unicodedata.normalize("NFKC", written).strip().lower()
    return bool(CLOCK.search(text) or NUMBER.fullmatch(text) or ISO_HOUR.search(text))


def last_moment(written: str | datetime, *, zone: tzinfo | None = None) -> datetime:
    """The end of a range up to what is written, a day as a whole: "2026-11-20" is the last moment of that day."""
    at = moment(written, zone=zone)
    if isinstance(written, datetime) or has_clock_time(written):
        return at
    return in_zone(datetime.combine(at.date(), time.max), zone)


def in_zone(value: datetime, zone: tzinfo | None) -> datetime:
    """The same wall clock with a zone: its own, else `zone`, else that of the settings or of this machine that day."""
    if not EARLIEST <= value.year <= LATEST:
        raise _unreadable()
    if value.tzinfo is not None:
        return value
    zone = zone or environment.time_zone()
    try:
        return value.replace(tzinfo=zone) if zone else value.astimezone()
    except (OverflowError, OSError, ValueError) as error:
        raise _unreadable() from error


def day_comes_first(dates: list[tuple[int, int]]) -> bool | None:
    """Whether a file that writes 13/02/2026 puts the day first, from all its (first, second) figures; None if open."""
    if any(first > 12 for first, _ in dates):
        return True
    return False if any(second > 12 for _, second in dates) else None


def _unreadable() -> Invalid:
    return Invalid(FIELD, "this cannot be read as a time.", allowed=EXAMPLES)


def _from_number(value: float, zone: tzinfo | None) -> datetime:
    if 19000101 <= value <= 21001231 and value == int(value):
        try:
            return in_zone(datetime.strptime(str(int(value)), "%Y%m%d"), zone)
        except ValueError:
            pass
    for limit, scale in ((1e11, 1.0), (1e14, 1e3), (1e17, 1e6)):
        if abs(value) < limit:
            try:
                return in_zone(datetime.fromtimestamp(value / scale, tz=UTC), zone)
            except (OverflowError, OSError, ValueError) as error:
                raise _unreadable() from error
    raise _unreadable()


def _from_words(text: str, zone: tzinfo | None, day_first: bool | None) -> datetime:
    day, rest = _date(text, day_first)
    offset = OFFSET.search(rest)
    if offset:
        rest = rest[: offset.start()]
    clock = CLOCK.search(rest)
    rest = rest[: clock.start()] + " " + rest[clock.end() :] if clock else rest
    if FILLER.sub("", rest):
        raise _unreadable()
    stamp = datetime.combine(day, _clock(clock) if clock else time())
    if offset:
        return in_zone(datetime.fromisoformat(stamp.isoformat() + _offset(offset)), zone)
    return in_zone(stamp, zone)


def _offset(match: re.Match[str]) -> str:
    sign, hours, minutes = match.group(2, 3, 4)
    if sign and (int(hours) > 23 or int(minutes) > 59):
        raise _unreadable()
    if sign:
        return f"{sign}{hours}:{minutes}"
    return "+09:00" if match[1] == "jst" else "+00:00"


def _date(text: str, day_first: bool | None) -> tuple[date, str]:
    """The date in a text and the text without it."""
    if match := ERA.search(text):
        year = 1 if match[2] == "元" else int(match[2])
        parts = (ERAS[match[1]] + year, int(match[4]), int(match[5]))
    elif match := YEAR_FIRST.search(text):
        parts = (int(match[1]), int(match[3]), int(match[4]))
    elif match := YEAR_LAST.search(text):
        parts = _year_last(match, day_first)
    elif match := DAY_MONTH.search(text):
        parts = (int(match[3]), MONTHS.get(match[2], 0), int(match[1]))
    elif match := MONTH_DAY.search(text):
        parts = (int(match[3]), MONTHS.get(match[1], 0), int(match[2]))
    else:
        raise _unreadable()
    try:
        return date(*parts), text[: match.start()] + " " + text[match.end() :]
    except ValueError as error:
        raise _unreadable() from error


def _year_last(match: re.Match[str], day_first: bool | None) -> tuple[int, int, int]:
    first, second, year = int(match[1]), int(match[3]), int(match[4])
    year += 2000 if year < 100 else 0
    if match[2] == ".":
        day_first = True
    if day_first is None:
        day_first = day_comes_first([(first, second)])
    if day_first is None and first != second:
        raise Invalid(
            FIELD,
            "day and month cannot be told apart here. Write the year first, or say --day-first or --month-first.",
            allowed="2026-02-01, 2026/02/01",
        )
    return (year, second, first) if day_first else (year, first, second)


def _clock(match: re.Match[str]) -> time:
    hour, noon = int(match["hour"]), match["noon"] or ""
    if match["half"] or noon:
        if hour > 12:
            raise _unreadable()
        hour = hour % 12 + (12 if match["half"] == "午後" or noon.startswith("p") else 0)
    try:
        return time(hour, int(match["minute"] or match["minute2"] or 0), int(match["second"] or match["second2"] or 0))
    except ValueError as error:
        raise _unreadable() from error
