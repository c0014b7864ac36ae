"""Dates in French prose: where they stand, and which period each means, counted from the moment of the memory."""

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from typing import Final

from extraction.lang.shared import dates
from extraction.lang.shared.dates import Period
from extraction.lang.shared.expressions import Expressions, Telling, word
from extraction.text.lexicon import lexicon

DateSpan = tuple[int, int, Period]
"""The start and the end of a date in the text, and its period."""

_LEXICON: Final = lexicon("extraction.lang.fr", "dates")
_MONTHS: Final = {name: place for place, name in enumerate(_LEXICON.ordered("month"), start=1)}
_WEEKDAYS: Final = {name: place for place, name in enumerate(_LEXICON.ordered("weekday"))}
_NUMBERS: Final = {name: place for place, name in enumerate(_LEXICON.ordered("number"), start=1)} | {"une": 1}
_NEAR: Final = _LEXICON.values("near")
_UNITS: Final = _LEXICON.values("unit")
_SIDES: Final = _LEXICON.values("side")
_SEASONS: Final = _LEXICON.values("season")


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_YEAR: Final = r"(?P<year>(?:1[0-9]|20)\d\d)(?!\d)"
_MONTH: Final = rf"(?P<month>{_any(_MONTHS)})\b"
_WEEKDAY: Final = rf"(?P<weekday>{_any(_WEEKDAYS)})\b"
_DAY: Final = r"(?P<day>1er|[12]\d|3[01]|0?[1-9])\b"
_COUNT: Final = rf"(?P<count>\d{{1,3}}|{_any(_NUMBERS)})"
_UNIT: Final = rf"(?P<unit>{_any(_UNITS)})\b"
_SIDE: Final = rf"(?P<side>{_any(_SIDES)})\b"
_IN_YEAR: Final = rf"(?=(?:{_any(_MONTHS)})\s+(?:\d{{4}}\b|(?:{_any(_SIDES)})\b))"
_SEASON: Final = rf"(?P<season>{_any(_SEASONS)})\b"


def _day(match: re.Match[str], telling: Telling) -> Period | None:
    """ "le 3 mai 2025", "3 mai"."""
    number, month = 1 if word(match, "day") == "1er" else int(match["day"]), _MONTHS[word(match, "month")]
    if word(match, "year"):
        return dates.day(date(int(match["year"]), month, number), telling.zone)
    return dates.yearless_day(month, number, telling.when, telling.side)


def _digits(match: re.Match[str], telling: Telling) -> Period | None:
    """ "2025-05-03", "03/05/2025": in French the day comes first."""
    return dates.day(date(int(match["year"]), int(match["month"]), int(match["day"])), telling.zone)


def _month(match: re.Match[str], telling: Telling) -> Period | None:
    """ "mai 2025", "en mai", "mai dernier"."""
    month = _MONTHS[word(match, "month")]
    if word(match, "year"):
        return dates.month(int(match["year"]), month, telling.zone)
    side = int(_SIDES.get(word(match, "side"), telling.side))
    return dates.yearless_month(month, telling.when, side, soon=True)


def _year(match: re.Match[str], telling: Telling) -> Period | None:
    """ "en 2019", "depuis 2019"."""
    return dates.year(int(match["year"]), telling.zone)


def _near(match: re.Match[str], telling: Telling) -> Period | None:
    """ "hier", "après-demain"."""
    steps = int(_NEAR[" ".join(word(match, "near").replace("’", "'").split())])
    return dates.day(telling.when.date() + timedelta(days=steps), telling.zone)


def _beside(match: re.Match[str], telling: Telling) -> Period | None:
    """ "la semaine dernière", "le mois prochain", "cette année"."""
    if not word(match, "side") and not match[0].lower().startswith("c"):
        return None
    return dates.away(telling.when, _UNITS[word(match, "unit")], int(_SIDES.get(word(match, "side"), "0")))


def _away(match: re.Match[str], telling: Telling) -> Period | None:
    """ "il y a trois jours", "dans deux semaines"."""
    count = _NUMBERS.get(word(match, "count")) or int(match["count"])
    steps = count if word(match, "lead") == "dans" else -count
    return dates.away(telling.when, _UNITS[word(match, "unit")], steps)


def _weekday(match: re.Match[str], telling: Telling) -> Period | None:
    """ "lundi", "lundi dernier", "vendredi prochain"."""
    side = int(_SIDES.get(word(match, "side"), min(telling.side, 0)))
    return dates.weekday_near(_WEEKDAYS[word(match, "weekday")], telling.when, side)


def _season(match: re.Match[str], telling: Telling) -> Period | None:
    """ "l'été 2024", "l'été dernier": three months of the northern hemisphere."""
    first, side = int(_SEASONS[word(match, "season")]), int(_SIDES.get(word(match, "side"), "0"))
    year = int(match["year"]) if word(match, "year") else telling.when.year
    year += (first <= telling.when.month) if side > 0 else -(first + 3 > telling.when.month) if side < 0 else 0
    return dates.months(year, first, first + 2, telling.zone)


_STARTS: Final = re.compile(r"\b(?=\w)")
_FRENCH: Final = Expressions(
    [
        ("iso", rf"{_YEAR}-(?P<month>\d\d)-(?P<day>\d\d)\b", _digits),
        ("slashed", rf"(?P<day>\d{{1,2}})[/.](?P<month>\d{{1,2}})[/.]{_YEAR}", _digits),
        ("day", rf"(?:{_WEEKDAY}\s+)?{_DAY}\s+{_MONTH}(?:\s+{_YEAR})?", _day),
        (
            "month",
            rf"(?:(?<=\ben\s)|(?<=\bdepuis\s)|(?<=d['’]ici\s)|{_IN_YEAR}){_MONTH}(?:\s+(?:{_YEAR}|{_SIDE}))?",
            _month,
        ),
        ("year", rf"(?:(?<=\ben\s)|(?<=\bdepuis\s)|(?<=\bavant\s)|(?<=\baprès\s)|(?<=qu'en\s)){_YEAR}", _year),
        ("near", rf"(?P<near>{_any(_NEAR)})\b", _near),
        ("beside", rf"(?:(?:la|le)\s+|l['’]|cette\s+|ce\s+){_UNIT}(?:\s+{_SIDE})?", _beside),
        ("away", rf"(?P<lead>il\s+y\s+a|dans)\s+{_COUNT}\s+{_UNIT}", _away),
        ("weekday", rf"(?<!\ble\s){_WEEKDAY}(?:\s+{_SIDE})?", _weekday),
        ("season", rf"{_SEASON}\s+(?:{_YEAR}|{_SIDE})", _season),
    ],
    lambda text: (match.start() for match in _STARTS.finditer(text)),
    flags=re.IGNORECASE,
)


def find_dates(text: str, when: datetime, side: int = 0) -> Iterator[DateSpan]:
    """Each date of a sentence in order; `side` is where it places one without a year: −1 before `when`, 1 after it."""
    text = text.replace("’", "'")
    for kind, match in _FRENCH.matches(text):
        period = _FRENCH.meaning(kind, match, Telling(when=when, side=side, text=text))
        if period is not None:
            yield match.start(), match.end(), period
