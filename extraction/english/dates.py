"""Dates in English prose: which stretches of text name one, and which period each means.

One scan of regular expressions instead of the statistical model's DATE: it costs next to nothing, has offsets, and
says what the words mean.
"""

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta, tzinfo
from functools import partial

from extraction import dates
from extraction.dates import Period

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tues tue",
            "wednesday wed",
            "thursday thurs thur thu",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )
    )
    for name in names.split()
}
SMALL_NUMBERS = {
    name: number
    for number, name in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split(),  # noqa: SIM905
        start=1,
    )
} | {"a": 1, "an": 1, "a couple of": 2, "a few": 3}
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}

_month = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?"
)
_weekday = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_day = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_year = r"(?:1[0-9]\d\d|20\d\d)"
_count = r"(?:\d{1,3}|a couple of|a few|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"

_PREPOSITIONS = re.compile(
    r"(?:(?:in|since|by|until|from|of|during|circa|year)[\s-]+)+(?=early|late|mid|\d|[a-z]{3,}\.?$)", re.IGNORECASE
)

Meaning = Callable[[re.Match[str], datetime], Period | None]


def found(text: str, when: datetime) -> Iterator[tuple[int, int, Period]]:
    """Each date of the text as (start, end, period), in order, relative ones counted from `when` (zone-aware)."""
    for match in _DATES.finditer(text):
        meaning = _MEANINGS[str(match.lastgroup)]
        period = dates.valid(partial(meaning, match, when))
        if period is not None:
            yield match.start() + _lead(match[0]), match.end(), period


def _lead(words: str) -> int:
    """How many characters of preposition stand before the date itself."""
    lead = _PREPOSITIONS.match(words)
    return lead.end() if lead else 0


def _zone(when: datetime) -> tzinfo:
    zone = when.tzinfo
    if zone is None:
        raise ValueError("the moment that dates count from has no time zone")
    return zone


def _month_number(word: str) -> int:
    return MONTHS[word.lower().rstrip(".")]


def _number(word: str) -> int:
    return int(word) if word.isdigit() else SMALL_NUMBERS[word.lower()]


def _iso(match: re.Match[str], when: datetime) -> Period | None:
    year, month, day = (int(part) for part in re.split(r"[-/]", match[0]))
    return dates.valid(lambda: dates.day(date(year, month, day), _zone(when)))


def _full(match: re.Match[str], when: datetime) -> Period | None:
    words = re.findall(r"[A-Za-z]+|\d+", match[0])
    month = next(_month_number(word) for word in words if word.lower() in MONTHS)
    numbers = [int(word) for word in words if word.isdigit()]
    day, year = numbers[0], numbers[1]
    return dates.valid(lambda: dates.day(date(year, month, day), _zone(when)))


def _month_year(match: re.Match[str], when: datetime) -> Period | None:
    words = re.findall(r"[A-Za-z]+|\d+", match[0])
    return dates.month(int(words[-1]), _month_number(words[0]), _zone(when))


def _yearless(match: re.Match[str], when: datetime) -> Period | None:
    words = re.findall(r"[A-Za-z]+|\d+", match[0])
    month = next(_month_number(word) for word in words if word.lower() in MONTHS)
    day = next(int(word) for word in words if word.isdigit())

    def nearest() -> Period:
        years = (when.year - 1, when.year, when.year + 1)
        options = [date(year, month, day) for year in years]
        return dates.day(min(options, key=lambda at: abs((at - when.date()).days)), _zone(when))

    return dates.valid(nearest)


def _bare_month(match: re.Match[str], when: datetime) -> Period | None:
    """ "in March", "last March", "next March": the nearest unless the word says which side."""
    month = _month_number(match[0].split()[-1])
    side = match[0].split()[0].lower()
    year = when.year
    if side == "last":
        year -= month >= when.month
    elif side == "next":
        year += month <= when.month
    elif side not in ("this", "of") and abs(month - when.month) > 6:
        year += 1 if month < when.month else -1
    return dates.month(year, month, _zone(when))


def _bare_year(match: re.Match[str], when: datetime) -> Period | None:
    return dates.year(int(re.sub(r"\D", "", match[0])[-4:]), _zone(when))


def _decade(match: re.Match[str], when: datetime) -> Period | None:
    return dates.decade(int(re.sub(r"\D", "", match[0])), _zone(when))


def _years(match: re.Match[str], when: datetime) -> Period | None:
    first, last = re.findall(r"\d+", match[0])
    last = first[: 4 - len(last)] + last
    if int(last) < int(first):
        return None
    return Period(f"{first}/{last}", dates.year(int(first), _zone(when)).start)


def _weekday_named(match: re.Match[str], when: datetime) -> Period | None:
    """ "next Friday" lies after today, "last Friday" before it; a bare one is the one to come."""
    words = match[0].lower().split()
    number = WEEKDAYS[words[-1].removesuffix("s") if words[-1].removesuffix("s") in WEEKDAYS else words[-1]]
    ahead = (number - when.weekday()) % 7
    if words[0] in ("last", "past"):
        ahead = ahead - 7 if ahead else -7
    elif words[0] == "next":
        ahead = ahead or 7
    elif words[0] == "this":
        ahead = number - when.weekday()
    return dates.day(when.date() + timedelta(days=ahead), _zone(when))


_NEAR_DAYS = {"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1, "last night": -1, "this": 0}


def _near(match: re.Match[str], when: datetime) -> Period | None:
    words = match[0].lower()
    days = next(days for word, days in _NEAR_DAYS.items() if words.startswith(word) or words.endswith(word))
    if words.startswith("the day"):
        days *= 2
    return dates.day(when.date() + timedelta(days=days), _zone(when))


def _unit(at: datetime, unit: str, steps: int) -> Period | None:
    """The period of one unit that lies so many units away."""
    zone, today = _zone(at), at.date()
    builders: dict[str, Callable[[], Period]] = {
        "day": lambda: dates.day(today + timedelta(days=steps), zone),
        "week": lambda: dates.week(today + timedelta(weeks=steps), zone),
        "weekend": lambda: dates.weekend(today + timedelta(weeks=steps), zone),
        "month": lambda: dates.month(at.year, at.month + steps, zone),
        "quarter": lambda: dates.quarter(
            dates.shifted(today, months=3 * steps).year, (dates.shifted(today, months=3 * steps).month + 2) // 3, zone
        ),
        "year": lambda: dates.year(at.year + steps, zone),
        "decade": lambda: dates.decade(at.year // 10 * 10 + 10 * steps, zone),
    }
    return dates.valid(builders[unit])


def _relative(match: re.Match[str], when: datetime) -> Period | None:
    side, unit = match[0].lower().split()[-2:]
    return _unit(when, unit, {"last": -1, "past": -1, "next": 1, "coming": 1}.get(side, 0))


def _season(match: re.Match[str], when: datetime) -> Period | None:
    words = match[0].lower().split()
    year = int(words[-1]) if words[-1].isdigit() else when.year
    season = next(word for word in words if word in SEASONS)
    first = SEASONS[season]
    if words[0] == "last":
        year -= first + 3 > when.month
    elif words[0] == "next":
        year += first <= when.month
    start = dates.month(year, first, _zone(when))
    return Period(f"{start.name}/{dates.month(year, first + 2, _zone(when)).name}", start.start)


def _ago(match: re.Match[str], when: datetime) -> Period | None:
    words = match[0].lower().split()
    forward = words[0] == "in" or words[-1] == "now"
    unit = next(word.removesuffix("s") for word in words if word.removesuffix("s") in ("day", "week", "month", "year"))
    at = words.index(unit) if unit in words else words.index(unit + "s")
    count = _number(" ".join(words[1:at] if words[0] == "in" else words[:at]))
    return _unit(when, unit, count if forward else -count)


_PATTERNS: tuple[tuple[str, str, Meaning], ...] = (
    ("iso", r"(?:1[0-9]|20)\d\d(?:-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])|/\d{1,2}/\d{1,2})(?!\d)", _iso),
    ("day_month_year", rf"{_day}\s+(?:of\s+)?{_month},?\s+{_year}(?!\d)", _full),
    ("month_day_year", rf"{_month}\s+{_day}\s*,?\s+{_year}(?!\d)", _full),
    ("month_year", rf"{_month},?\s+(?:of\s+)?{_year}(?!\d)", _month_year),
    (
        "season",
        rf"(?:(?:last|this|next|early|late)\s+(?:spring|summer|autumn|fall|winter)|(?:spring|summer|autumn|fall|winter)\s+(?:of\s+)?{_year})\b",
        _season,
    ),
    ("month_day", rf"{_month}\s+(?:the\s+)?{_day}(?![\d:%])\b", _yearless),
    (
        "day_month",
        rf"(?:the\s+)?{_day}\s+of\s+{_month}|[0-3]?\d(?:st|nd|rd|th)?\s+(?:january|february|april|june|july|august|september|october|november|december|March|May)\b",
        _yearless,
    ),
    (
        "month",
        r"(?:(?:in|since|by|until|during|last|this|next|of|early|late|mid)\s+(?:early\s+|late\s+)?(?:january|february|april|june|july|august|september|october|november|december)(?!,?\s+(?:of\s+)?\d)|(?:[Ii]n|[Ss]ince|[Bb]y|[Uu]ntil|[Dd]uring|[Ll]ast|[Tt]his|[Nn]ext)\s+(?:early\s+|late\s+)?(?:March|May)(?!,?\s+(?:of\s+)?\d))\b",
        _bare_month,
    ),
    ("decade", r"(?:1[5-9]|20)\d0s\b", _decade),
    ("years", rf"(?<!-){_year}\s?[-–]\s?(?:{_year}|\d\d)(?![\d-])", _years),
    (
        "year",
        rf"(?:(?:in|since|by|until|from|of|during|early|late|mid|circa|year)[\s-]+){_year}(?![\d-])|(?<=[(,])\s?{_year}(?=[),])|(?<=to\s){_year}(?![\d-])",
        _bare_year,
    ),
    ("plain_year", r"(?<![\d.,$€£#:/-])(?:1[5-9]\d\d|20[0-4]\d)(?![\d,.:%/-]\d|[%\d])\b", _bare_year),
    ("weekday", rf"(?:(?:last|next|this|past|coming)\s+)?{_weekday}\b(?<!s)", _weekday_named),
    (
        "near",
        r"the\s+day\s+(?:after\s+tomorrow|before\s+yesterday)|today|tonight|tomorrow|yesterday|last\s+night|this\s+(?:morning|afternoon|evening)",
        _near,
    ),
    (
        "relative",
        r"(?:last|next|this|this\s+past|this\s+coming)\s+(?:weekend|week|month|quarter|year|decade)\b",
        _relative,
    ),
    (
        "ago",
        rf"(?:\b{_count}\s+(?:days?|weeks?|months?|years?)\s+(?:ago|from\s+now)|\bin\s+{_count}\s+(?:days?|weeks?|months?|years?)\b)",
        _ago,
    ),
)
_DATES = re.compile(
    r"(?<![\w@#])(?:" + "|".join(f"(?P<{name}>{pattern})" for name, pattern, _ in _PATTERNS) + ")", re.IGNORECASE
)
_MEANINGS: dict[str, Meaning] = {name: meaning for name, _, meaning in _PATTERNS}
