"""Dates in languages that no pack reads: days and months as Unicode's CLDR says that the language writes them.

CLDR, in Babel, has the patterns and the names of months of some 250 languages: "d 'de' MMMM 'de' y", "y年M月d日". A
date is read only where it has a month by name, letters behind its numbers, or a year of four digits beside both others,
so that no version is taken for one.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, date, datetime
from functools import lru_cache, partial
from typing import Final, NamedTuple

from babel import Locale, UnknownLocaleError

from extraction.lang.other.years import AFTER, Years, any_of
from extraction.lang.shared import dates
from extraction.lang.shared.dates import Period, valid
from extraction.lang.shared.expressions import Expressions, Telling, word
from extraction.model.findings import FoundName
from extraction.text.language import detected_language
from graph.model.types import EntityType


class DateSpan(NamedTuple):
    """The start and the end of a date in the text, its period, and whether the text has its year."""

    start: int
    end: int
    period: Period
    has_year: bool


class _Reader(NamedTuple):
    """What reads the dates of a language."""

    expressions: Expressions
    years: Years


_ISO: Final = "y-MM-dd"
_FORMATS: Final = ("long", "medium", "short")
_SKELETONS: Final = ("yMMMd", "yMMMM", "yMMM", "MMMMd", "MMMd")
_FIELD: Final = re.compile(r"'(?P<quoted>[^']*)'|(?P<field>([A-Za-z])\3*)|(?P<sign>[^A-Za-z']+)")
_PARTS: Final = {
    "y": r"(?P<year>(?:1[5-9]|20)\d\d)",
    "M": r"(?P<number>1[0-2]|0?[1-9])",
    "L": r"(?P<number>1[0-2]|0?[1-9])",
    "d": r"(?P<day>3[01]|[12]\d|0?[1-9])",
}
_LETTER: Final = re.compile(r"[^\W\d_]")
_BEFORE: Final = r"(?<!\d)(?<!\d[.,:/-])"
_DIGIT: Final = re.compile(r"\d")
_SURE: Final = 0.95
_WITHOUT_YEAR: Final = 0.8
"""The confidence of a day whose year is supposed, as in Japanese."""


def dated_names(text: str, when: datetime) -> Iterator[tuple[FoundName, bool]]:
    """The dates of a text in the language that it is detected to be in, as names; whether each has its year."""
    for start, end, period, has_year in find_dates(text, when, detected_language(text, "und")):
        name = FoundName(
            start=start,
            end=end,
            surface=text[start:end],
            name=period.name,
            type=EntityType.TIME_UNIT,
            confidence=_SURE if has_year else _WITHOUT_YEAR,
            reasons=("date", "absolute" if has_year else "relative to the memory"),
            method="rule",
        )
        yield name, has_year


def find_dates(text: str, when: datetime, language: str) -> Iterator[DateSpan]:
    """The dates of a text in order, counted from a zone-aware moment; a day without a year is the nearest one.

    It is none where another year, or a number that may be a year, is beside it.
    """
    reader = _reader(language) if _DIGIT.search(text) else None
    if reader is None:
        return
    expressions, years = reader
    read_to = 0
    for kind, match in expressions.matches(text):
        start, end = match.span()
        period = expressions.meaning(kind, match, Telling(when=when, side=0, text=text))
        since, read_to = read_to, end
        if period is None:
            continue
        if word(match, "year"):
            yield DateSpan(start, end, period, has_year=True)
            continue
        stated = years.stated(text, end, when.year)
        if stated is not None:
            read_to = stated.end
            dated = valid(partial(_in_year, period, stated.year))
            if dated is not None:
                yield DateSpan(start, stated.end, dated, has_year=True)
        elif word(match, "month") not in years.required and not years.is_unclear(text, start, end, since):
            yield DateSpan(start, end, period, has_year=False)


def _in_year(day: Period, year: int) -> Period:
    """The same day of another year. Raises ValueError where that has none."""
    return dates.day(day.start.date().replace(year=year), day.start.tzinfo or UTC)


@lru_cache(maxsize=64)
def _reader(language: str) -> _Reader | None:
    """What reads the dates of a language; None where CLDR does not know it."""
    try:
        locale = Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return None
    widths: list[Mapping[int, str]] = [locale.months[width]["wide"] for width in ("format", "stand-alone")]
    months = {name.lower(): place for names in widths for place, name in names.items()}

    def meaning(match: re.Match[str], telling: Telling) -> Period | None:
        month = months[word(match, "month")] if word(match, "month") else int(match["number"])
        day = word(match, "day")
        if not word(match, "year"):
            return dates.yearless_day(month, int(day), telling.when, telling.side)
        if not day:
            return dates.month(int(match["year"]), month, telling.zone)
        return dates.day(date(int(match["year"]), month, int(day)), telling.zone)

    written = [str(locale.date_formats[name].pattern) for name in _FORMATS]
    written += [
        str(locale.datetime_skeletons[name].pattern) for name in _SKELETONS if name in locale.datetime_skeletons
    ]
    patterns = filter(None, (_pattern(each, months) for each in dict.fromkeys([*written, _ISO])))
    kinds = [(f"written{place}", pattern, meaning) for place, pattern in enumerate(sorted(patterns, key=_fields))]
    starts = re.compile(rf"(?<!\d)\d|\b{any_of(months, whole=False)}", re.IGNORECASE)
    expressions = Expressions(
        kinds, lambda text: (match.start() for match in starts.finditer(text)), flags=re.IGNORECASE
    )
    return _Reader(expressions, Years(language, first=written[0].startswith("y")))


def _fields(pattern: str) -> int:
    """Patterns with more fields go first: "3 de junio de 2026" before "3 de junio"."""
    return -pattern.count("(?P<")


def _pattern(written: str, months: Collection[str]) -> str:
    """The expression of a pattern of CLDR; empty where one must not read by it."""
    parts: list[str] = []
    signs = ""
    for match in _FIELD.finditer(written):
        field = match["field"]
        if not field:
            sign = match["quoted"] or match["sign"] or ""
            signs += sign
            parts.append(r"\s*".join(re.escape(word) for word in re.split(r"\s+", sign)))
        elif field[0] in "ML" and len(field) > 2:
            # an ending of the pattern may follow the month: "maiatza" + "ren"
            bare = _LETTER.match(written[match.end() :].lstrip("'")) is not None
            parts.append(f"(?P<month>{any_of(months, whole=not bare)})")
        elif field[0] in _PARTS:
            parts.append(_PARTS[field[0]])
        else:
            return ""
    fields = [part for part in parts if "(?P<" in part]
    has_year, has_month = (any(name in part for part in fields) for name in ("<year>", "<month>"))
    if len(fields) < 2 or not (has_month or (has_year and len(fields) == 3) or _LETTER.search(signs)):
        return ""
    last = parts.index(fields[-1])
    ends = "".join(parts[last + 1 :])
    # 日 behind the day belongs to it; "г." is as often the end of the sentence, or "г" the beginning of "года"
    parts[last + 1 :] = [f"(?:{ends}|{AFTER})" if _LETTER.match(ends) else AFTER]
    return _BEFORE + "".join(parts)
