"""Times of day in English prose, and which hour each means."""

import re
from typing import Final

from extraction.lang.en.dates.calendar import count
from extraction.lang.shared import dates
from extraction.lang.shared.dates import Period
from extraction.lang.shared.expressions import Telling

_HOURS: Final = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_HALF: Final = r"(?P<half>[ap](?:\.\s?m\.|m\b))"
_PART: Final = r"(?:\s+(?:in\s+the\s+|this\s+|at\s+)(?P<part>morning|afternoon|evening|night))?"
_CUE: Final = (
    r"(?:(?<=\bat\s)|(?<=\bby\s)|(?<=\bfrom\s)|(?<=\buntil\s)|(?<=\btill\s)|(?<=\bbefore\s)|(?<=\bafter\s)"
    r"|(?<=\bsince\s)|(?<=\baround\s)|(?<=\babout\s)|(?<=\bto\s)|(?<=\band\s)|(?<=\bfor\s)|(?<=day\s)|(?<=day,\s)"
    r"|(?<=\btomorrow\s)|(?<=\btonight\s)|(?<=\d[-–])|(?<=\s[-–]\s)|^|(?<=\n)|(?<=\())"
)
HALVED: Final = (
    rf"(?<![\d.,:$])(?:(?P<hour>2[0-4]|1\d|0?\d)(?:[:.]?(?P<minute>[0-5]\d))?(?:[:.][0-5]\d)?"
    rf"|(?P<word>zero|{_HOURS}))\s?{_HALF}"
)
"""Hours told with their half of the day ("6:30 p.m.", "seven am")."""
DIGITAL: Final = rf"{_CUE}(?P<hour>2[0-3]|[01]?\d):(?P<minute>[0-5]\d)(?::[0-5]\d)?(?:\s?hrs?\b)?(?![\d:.]*\d){_PART}"
SPOKEN: Final = (
    rf"(?:(?:(?:(?:a\s+)?(?P<quarter>quarter|half)|{_CUE}(?<!from\s)(?:(?P<minutes>five|ten|twenty(?:[-\s]five)?)"
    rf"(?:\s+minutes)?|(?P<digits>\d\d?)\s+minutes))\s+(?P<side>past|to|after|before)\s+(?P<hour>{_HOURS}|\d\d?)(?:\s+o['’]clock)?"
    rf"|(?P<full>{_HOURS}|zero|(?:thir|four|fif|six|seven|eigh|nine)teen|\d\d?)\s+o['’]clock)\b{_PART})"
)
NAMED: Final = r"(?P<named>noon|midday|midnight)\b"


def halved(match: re.Match[str], telling: Telling) -> Period | None:
    """An hour with am or pm; twelve is the first of its half."""
    hour = count(match["word"]) if match["word"] else int(match["hour"])
    afternoon = match["half"][0] in "pP"
    if hour <= 12:
        hour = hour % 12 + 12 * afternoon
    elif not afternoon:
        return None
    return dates.clock(hour, int(match["minute"] or 0), telling.when)


def digital(match: re.Match[str], telling: Telling) -> Period | None:
    """An hour with minutes, told on 24 hours unless the part of the day follows."""
    return dates.clock(_hour(int(match["hour"]), match["part"]), int(match["minute"]), telling.when)


def spoken(match: re.Match[str], telling: Telling) -> Period | None:
    """An hour as people say it; without the part of the day it is the one between seven and seven by daylight."""
    if match["full"]:
        told = count(match["full"])
        return dates.clock(told if told == 0 else _by_day(told, match["part"]), 0, telling.when)
    minutes = {"quarter": 15, "half": 30}.get((match["quarter"] or "").lower()) or count(
        match["minutes"] or match["digits"]
    )
    hour = _by_day(count(match["hour"]), match["part"])
    past = match["side"].lower() in ("past", "after")
    if minutes > 59 or (minutes == 30 and not past):
        return None
    return dates.clock(hour if past else (hour - 1) % 24, minutes if past else 60 - minutes, telling.when)


def named(match: re.Match[str], telling: Telling) -> Period | None:
    """Noon and midnight."""
    return dates.clock(0 if match["named"].lower() == "midnight" else 12, 0, telling.when)


def _by_day(hour: int, part: str | None) -> int:
    if part is None and hour <= 6:
        return hour + 12
    return _hour(hour, part)


def _hour(hour: int, part: str | None) -> int:
    """The hour on 24 when a part of the day tells which half of it is meant."""
    if part is None or hour > 12:
        return hour
    if part.lower() == "morning":
        return hour % 12
    if part.lower() == "night" and hour in (12, 1, 2, 3, 4):
        return hour % 12
    return hour % 12 + 12
