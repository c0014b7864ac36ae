"""Date resolution: the period that each kind of English date or time means, by the groups of its pattern.

A function with the name of a kind resolves a match of it; see `patterns.py`.
"""

import re
from datetime import date, datetime, timedelta
from typing import Final

from extraction.lang.en.dates.calendar import LEXICON, count, month_number, ordinal, weekday_number, year_of
from extraction.lang.shared import dates
from extraction.lang.shared.dates import Period
from extraction.lang.shared.expressions import Telling, word

_SEASONS: Final = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_IN: Final = re.compile(r"\b(?:in|by|until|for|before)\s+$", re.IGNORECASE)
"""Prepositions of a month that may lie ahead; "since January" and "the notes of January" lie behind."""
_BIRTHDAY: Final = re.compile(
    rf"\b(?:{'|'.join(LEXICON.ordered('yearly'))})(?:\s?[:–-]|\s(?:is|falls)(?:\son)?(?:\sthe)?)\s$", re.IGNORECASE
)
"""Before a day of every year: "Tom's birthday is 14 March"."""
_PART_BEFORE: Final = re.compile(
    r"\b(?:to)?(?P<part>morning|afternoon|evening|night)(?:,? (?:at|around|about|by|until|till|from|before|after))? $",
    re.IGNORECASE,
)
_SIDES: Final = {"last": -1, "next": 1, "coming": 1, "this": 0, "past": -1}
_NEAR_DAYS: Final = {"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1, "last": -1, "this": 0}
_ENDS: Final = {"beginning": "early", "start": "early", "middle": "mid"}
_DECADES: Final = {word: int(value) for word, value in LEXICON.values("decade").items()}


def no_date(match: re.Match[str], telling: Telling) -> Period | None:  # noqa: ARG001
    """None, for what only looks like a date: "every Tuesday", "44 BC", "24/7"."""
    return None


def full(match: re.Match[str], telling: Telling) -> Period | None:
    """A day with month and year."""
    year, month = year_of(match["year"], telling.when.year), month_number(match["month"])
    if word(match, "last_month"):  # "20 December – 5 January 2024" runs across the new year
        year -= month > month_number(match["last_month"])
    return dates.day(date(year, month, ordinal(match["day"])), telling.zone)


def yearless(match: re.Match[str], telling: Telling) -> Period | None:
    """A day with its month alone; a weekday beside it tells the year."""
    month, day = month_number(match["month"]), ordinal(match["day"])
    if _BIRTHDAY.search(match.string[: match.start()][-40:]):
        return dates.every_year(month, day, telling.when)
    named = word(match, "on")
    weekday = weekday_number(named) if named else None
    return dates.yearless_day(month, day, telling.when, telling.side, weekday=weekday)


def week_of(match: re.Match[str], telling: Telling) -> Period | None:
    """ "the week of November 16": the week that holds the day."""
    at = (full if word(match, "year") else yearless)(match, telling)
    return at and dates.week(at.start.date(), telling.zone)


def days(match: re.Match[str], telling: Telling) -> Period | None:
    """Days of one month: "17–23 April 2013", "April 17–23"."""
    month, first, last = month_number(match["month"]), ordinal(match["first"]), ordinal(match["last"])
    if word(match, "year"):
        start = date(int(match["year"]), month, first)
    else:
        start = dates.yearless_day(month, first, telling.when, telling.side).start.date()
    return dates.span(start, start.replace(day=last), telling.zone)


def iso(match: re.Match[str], telling: Telling) -> Period | None:
    """A day in digits, year first, and the minute if one follows; a zone that is given is converted to the memory's."""
    year, month, day = (int(part) for part in re.split(r"[-/]", match["day"]))
    at = date(year, month, day)
    if not word(match, "hour"):
        return dates.day(at, telling.zone)
    moment = datetime(year, month, day, int(match["hour"]), int(match["minute"]), tzinfo=telling.zone)
    zone = word(match, "zone")
    if zone:
        moment = datetime.fromisoformat(moment.replace(tzinfo=None).isoformat() + zone.upper()).astimezone(telling.zone)
    return dates.minute(moment)


def slashed(match: re.Match[str], telling: Telling) -> Period | None:
    """Day and month, in the order that a number above 12 shows, here or in another date of the text; else none."""
    first, second = int(match["first"]), int(match["second"])
    if first == second or max(first, second) > 12:
        day_first = first > 12
    else:
        order = _day_first(telling.text)
        if order is None:
            return None
        day_first = order
    day, month = (first, second) if day_first else (second, first)
    if not word(match, "year"):
        return dates.yearless_day(month, day, telling.when, telling.side)
    return dates.day(date(year_of(match["year"], telling.when.year), month, day), telling.zone)


def _day_first(text: str) -> bool | None:
    """Whether the slashed dates of the text have the day first; None where they differ or none shows it."""
    numbers = re.findall(r"(?<![\d/.])(\d{1,2})/(\d{1,2})/(?:20)?\d\d(?![\d/])", text)
    orders = {int(first) > 12 for first, second in numbers if (int(first) > 12) != (int(second) > 12)}
    return orders.pop() if len(orders) == 1 else None


def dotted(match: re.Match[str], telling: Telling) -> Period | None:
    """The day first, as in all dates with dots."""
    return dates.day(date(int(match["year"]), int(match["month"]), int(match["day"])), telling.zone)


def month(match: re.Match[str], telling: Telling) -> Period | None:
    """A month, or a part of it, with its year, a word for the side ("last March") or neither."""
    number, side = month_number(match["month"]), word(match, "side")
    if word(match, "year"):
        year = int(match["year"])
        if word(match, "last_month"):  # "from November to February 2021"
            year -= number > month_number(match["last_month"])
    elif side in ("last", "next"):
        ahead = _SIDES[side]
        year = telling.when.year + (ahead if (number - telling.when.month) * ahead <= 0 else 0)
    elif side == "this":
        year = telling.when.year
    else:
        before = match.string[: match.start("month")][-9:]
        soon = not telling.looks_back and _IN.search(before) is not None
        year = dates.yearless_month(number, telling.when, telling.side, soon=soon).start.year
    part = word(match, "part") or word(match, "whole")
    if part:
        return dates.part_of_month(year, number, _ENDS.get(part, part), telling.zone)
    return dates.month(year, number, telling.zone)


def of_near_year(match: re.Match[str], telling: Telling) -> Period | None:
    """A month, a day or a season of last, this or next year: "in May last year"."""
    year = telling.when.year + _SIDES[word(match, "side")]
    season_ = word(match, "season")
    if season_:
        return dates.months(year, _SEASONS[season_], _SEASONS[season_] + 2, telling.zone)
    number = month_number(match["month"])
    if word(match, "day"):
        return dates.day(date(year, number, ordinal(match["day"])), telling.zone)
    part = word(match, "part")
    return dates.part_of_month(year, number, part, telling.zone) if part else dates.month(year, number, telling.zone)


def end_of(match: re.Match[str], telling: Telling) -> Period | None:
    """An end of a year or of the month, year or week around: its last day, ten days of a month, else the whole."""
    part, unit, steps = word(match, "part"), word(match, "unit"), _SIDES.get(word(match, "side"), 0)
    if unit == "month":
        ahead = telling.when.month + steps
        return dates.part_of_month(telling.when.year, ahead, _ENDS.get(part, part), telling.zone)
    if unit == "week":
        return dates.away(telling.when, "week", steps)
    year = int(match["year"]) if word(match, "year") else telling.when.year + steps
    return dates.day(date(year, 12, 31), telling.zone) if part == "end" else dates.year(year, telling.zone)


def months(match: re.Match[str], telling: Telling) -> Period | None:
    """ "June–August 2019"; a range across the new year ends in the given year."""
    first, last, year = month_number(match["first"]), month_number(match["last"]), int(match["year"])
    return dates.months(year - (last < first), first, last + 12 * (last < first), telling.zone)


def year(match: re.Match[str], telling: Telling) -> Period | None:
    """A calendar year; the whole of it for a part ("early 2020")."""
    return dates.year(int(match["year"]), telling.zone)


def christian(match: re.Match[str], telling: Telling) -> Period | None:
    """A year with its era: "AD 79", "53 CE"."""
    return dates.year(int(word(match, "year") or word(match, "year_ce")), telling.zone)


def years(match: re.Match[str], telling: Telling) -> Period | None:
    """ "1914–1918", "1983–84", "2017/18"."""
    first, last = match["first"], match["last"]
    return dates.years(int(first), int(first[: 4 - len(last)] + last), telling.zone)


def decade(match: re.Match[str], telling: Telling) -> Period | None:
    """ "the early 1980s", "the 80s", "the eighties": of the last century where it has two digits."""
    decade_ = word(match, "decade")
    first = _DECADES.get(decade_) or int(re.sub(r"\D", "", decade_))
    return dates.decade(first + 1900 if first < 100 else first, telling.zone)


def century(match: re.Match[str], telling: Telling) -> Period | None:
    """ "the late 19th century": the whole of it."""
    return dates.century(ordinal(match["number"]), telling.zone)


def share(match: re.Match[str], telling: Telling) -> Period | None:
    """A quarter or half of a year."""
    number = int(match["short"]) if word(match, "short") else ordinal(match["number"])
    builder = dates.half if word(match, "unit") == "half" else dates.quarter
    return builder(int(match["year"]), number, telling.zone)


def season(match: re.Match[str], telling: Telling) -> Period | None:
    """Three months of the northern hemisphere; a winter belongs to the year in which it begins."""
    first, side = _SEASONS[word(match, "season") or word(match, "near_season")], word(match, "side")
    year = int(match["year"]) if word(match, "year") else telling.when.year
    if side == "last":
        year -= first + 3 > telling.when.month
    elif side == "next":
        year += first <= telling.when.month
    return dates.months(year, first, first + 2, telling.zone)


def weekday_in_month(match: re.Match[str], telling: Telling) -> Period | None:
    """ "the first Monday of June", "the last Friday of next month"."""
    number = -1 if word(match, "number") == "last" else ordinal(match["number"])
    around = dates.away(telling.when, "month", _SIDES.get(word(match, "side"), 0)).start
    year, month = around.year, around.month
    if word(match, "month"):
        month = month_number(match["month"])
        year = dates.yearless_month(month, telling.when, telling.side).start.year
        year = int(match["year"]) if word(match, "year") else year
    return dates.weekday_of_month(year, month, number, weekday_number(match["weekday"]), telling.zone)


def weekday(match: re.Match[str], telling: Telling) -> Period | None:
    """ "last" is the last one before, "this" that of this week, "next" that of next week; else the tense decides."""
    number, side = weekday_number(match["weekday"]), word(match, "side")
    if side in ("last", "past"):
        return dates.weekday_near(number, telling.when, -1)
    if side in ("this", "next"):
        return dates.weekday_of_week(number, telling.when, _SIDES[side])
    if side == "coming":
        return dates.weekday_near(number, telling.when, 1)
    return dates.weekday_near(number, telling.when, min(telling.side, 0))


def weekday_of_week(match: re.Match[str], telling: Telling) -> Period | None:
    """ "Tuesday next week"."""
    return dates.weekday_of_week(weekday_number(match["weekday"]), telling.when, _SIDES[word(match, "side")])


def near(match: re.Match[str], telling: Telling) -> Period | None:
    """ "today", "last night", "the day after tomorrow"."""
    steps = _NEAR_DAYS[word(match, "near").split()[0]] * (2 if word(match, "twice") else 1)
    return dates.day(telling.when.date() + timedelta(days=steps), telling.zone)


def relative(match: re.Match[str], telling: Telling) -> Period | None:
    """ "last week", "next quarter"; "this weekend" of the past, before its Saturday, is the last one."""
    unit, side = word(match, "unit"), _SIDES[word(match, "side")]
    is_over = unit == "weekend" and not side and telling.side < 0 and telling.when.weekday() < dates.SATURDAY
    return dates.away(telling.when, unit, -1 if is_over else side)


def after_next(match: re.Match[str], telling: Telling) -> Period | None:
    """ "the week after next", "the year before last"."""
    return dates.away(telling.when, word(match, "unit"), 2 if word(match, "side") == "after" else -2)


def ago(match: re.Match[str], telling: Telling) -> Period | None:
    """So many units before or after the moment, or after a named day: "three days ago", "a week from Tuesday".

    "in three days" of the past is a duration, and half units are read of years alone.
    """
    if word(match, "in") and telling.side < 0:
        return None
    unit, number = word(match, "unit"), count(match["count"]) * (-1 if word(match, "ago") else 1)
    if word(match, "half") or word(match, "more"):
        months_ = 12 * number + (6 if number > 0 else -6)
        return dates.away(telling.when, "month", months_) if unit == "year" else None
    base = word(match, "base") or "now"
    if base in ("now", "today"):
        return dates.away(telling.when, unit, number)
    length = {"day": 1, "week": 7}[unit]
    ahead = 1 if base == "tomorrow" else (weekday_number(base) - telling.when.weekday()) % 7
    return dates.day(telling.when.date() + timedelta(days=ahead + number * length), telling.zone)


def half_ago(match: re.Match[str], telling: Telling) -> Period | None:  # noqa: ARG001
    """ "half a year ago": the month it was."""
    return dates.away(telling.when, "month", -6)


def day_of_month(match: re.Match[str], telling: Telling) -> Period | None:
    """ "on the 28th", "Friday the 13th", "on the 3rd of next month"."""
    number, side = ordinal(match["day"]), word(match, "side")
    if word(match, "weekday"):
        return dates.day_of_month(number, telling.when, telling.side, weekday=weekday_number(match["weekday"]))
    if not side:
        return dates.day_of_month(number, telling.when, telling.side)
    first = dates.away(telling.when, "month", _SIDES[side]).start.date()
    return dates.day(first.replace(day=number), telling.zone)


def half_day_hour(match: re.Match[str], telling: Telling) -> Period | None:
    """An hour with am or pm; twelve is the first of its half."""
    hour = count(match["word"]) if match["word"] else int(match["hour"])
    afternoon = match["half"][0] in "pP"
    if hour <= 12:
        hour = hour % 12 + 12 * afternoon
    elif not afternoon:
        return None
    return dates.clock(hour, int(match["minute"] or 0), telling.when)


def parted_hour(match: re.Match[str], telling: Telling) -> Period | None:
    """ "this morning at 7", "tomorrow night at 9": an hour of the part of the day before it; none without one."""
    part = _PART_BEFORE.search(match.string[: match.start()][-40:])
    return dates.clock(_hour(int(match["hour"]), part["part"]), 0, telling.when) if part else None


def digital_hour(match: re.Match[str], telling: Telling) -> Period | None:
    """An hour with minutes, on 24 hours unless the part of the day follows."""
    return dates.clock(_hour(int(match["hour"]), match["part"]), int(match["minute"]), telling.when)


def spoken_hour(match: re.Match[str], telling: Telling) -> Period | None:
    """An hour in words; without the part of the day it lies between 7:00 and 18:59: "half past six" is 18:30."""
    if match["full"]:
        hour = count(match["full"])
        return dates.clock(hour if hour == 0 else _daytime_hour(hour, match["part"]), 0, telling.when)
    minutes = {"quarter": 15, "half": 30}.get((match["quarter"] or "").lower()) or count(
        match["minutes"] or match["digits"]
    )
    hour = _daytime_hour(count(match["hour"]), match["part"])
    is_past = match["side"].lower() in ("past", "after")
    if minutes > 59 or (minutes == 30 and not is_past):
        return None
    return dates.clock(hour if is_past else (hour - 1) % 24, minutes if is_past else 60 - minutes, telling.when)


def noon_or_midnight(match: re.Match[str], telling: Telling) -> Period | None:
    """Noon and midnight."""
    return dates.clock(0 if match["named"].lower() == "midnight" else 12, 0, telling.when)


def _daytime_hour(hour: int, part: str | None) -> int:
    if part is None and hour <= 6:
        return hour + 12
    return _hour(hour, part)


def _hour(hour: int, part: str | None) -> int:
    """The hour on 24 hours; a part of the day decides on its half."""
    if part is None or hour > 12:
        return hour
    if part.lower() == "morning":
        return hour % 12
    if part.lower() == "night" and hour in (12, 1, 2, 3, 4):
        return hour % 12
    return hour % 12 + 12
